/*
 * The one function that a plugin of the tests exports. To be included last: it wants make_instance. Plugins whose entry is
 * what they are about, and the smallest one, write their own.
 */
MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    (void)offer;
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
