/// What becomes of a picture when it is sent (D-29). The host and the program that converts for it both keep these rules.
package enum PictureRules {
    /// Pixels of the longer side of a picture that was sent; a smaller picture is not enlarged.
    package static let longestSide = 1_200
    /// The quality of the JPEG, of 100.
    package static let quality = 75
    /// Pixels of a picture that is decoded: 8,192 by 8,192. A small file can claim any number.
    package static let maximumPixels = 67_108_864
    /// Bytes of a file before and after.
    package static let maximumBytes = 16 * 1024 * 1024
}
