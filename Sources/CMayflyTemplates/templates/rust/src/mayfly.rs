//! The C interface of Mayfly in Rust. The headers `mayfly/*.h` say what each function and member means, when it may be
//! called, and how long a pointer is valid. The names are theirs, without `mayfly_`.
#![allow(dead_code)]

use std::ffi::{c_char, c_void};

// ---- mayfly/base.h ----

pub const ABI_1_0: u32 = 0x0001_0000;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    /// Null: "no text", which is not the same as a text of length 0.
    pub data: *const c_char,
    pub length: u64,
}

#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Uuid {
    pub bytes: [u8; 16],
}

pub const ERROR_UNKNOWN: i32 = -1;
pub const OK: i32 = 0;
pub const ERROR_FILE_NOT_FOUND: i32 = 1;
pub const ERROR_FILE_UNREADABLE: i32 = 2;
pub const ERROR_IMPROPER_FILE_TYPE: i32 = 3;
pub const ERROR_IMPROPER_FILE_URL: i32 = 4;
pub const ERROR_STICKER_IMPROPER_ATTRIBUTES: i32 = 5;
pub const ERROR_STICKER_IMPROPER_SIZE: i32 = 6;
pub const ERROR_STICKER_IMPROPER_FORMAT: i32 = 7;
pub const ERROR_URL_EXCEEDS_MAX_SIZE: i32 = 8;
pub const ERROR_SEND_WITHOUT_RECENT_INTERACTION: i32 = 9;
pub const ERROR_SEND_WHILE_NOT_VISIBLE: i32 = 10;
pub const ERROR_API_UNAVAILABLE_IN_PRESENTATION_CONTEXT: i32 = 11;
pub const ERROR_DIRECT_SEND_DISABLED: i32 = 1000;
pub const ERROR_NOT_ACTIVE: i32 = 1001;
pub const ERROR_UNSUPPORTED_URL_SCHEME: i32 = 1002;
pub const ERROR_INVALID_MESSAGE: i32 = 1003;
pub const ERROR_WORKER_GONE: i32 = 1004;
pub const ERROR_INVALID_ARGUMENT: i32 = 1005;
pub const ERROR_INVALID_HANDLE: i32 = 1006;
pub const ERROR_LIMIT_EXCEEDED: i32 = 1007;
pub const ERROR_WRONG_THREAD: i32 = 1008;
pub const ERROR_NO_SESSION: i32 = 1009;
pub const ERROR_VERSION_CONFLICT: i32 = 1010;
pub const ERROR_QUOTA_EXCEEDED: i32 = 1011;
pub const ERROR_TIMED_OUT: i32 = 1012;
pub const ERROR_NOT_DECLARED: i32 = 1013;
pub const ERROR_NOT_PERMITTED: i32 = 1014;
pub const ERROR_WITHOUT_TOUCH: i32 = 1015;
pub const ERROR_UNAVAILABLE: i32 = 1016;

pub const DOMAIN_MESSAGES: i32 = 0;
pub const DOMAIN_STICKERS: i32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Error {
    pub size: u32,
    pub domain: i32,
    pub code: i32,
    pub reserved: u32,
    pub message: Text,
}

pub type Completion = unsafe extern "C" fn(context: *mut c_void, error: *const Error);

// ---- mayfly/message.h ----

pub const LARGEST_FILE: u64 = 16_777_216;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct TemplateLayout {
    pub size: u32,
    pub reserved: u32,
    pub image_file: Text,
    pub media_file: Text,
    pub image_title: Text,
    pub image_subtitle: Text,
    pub caption: Text,
    pub subcaption: Text,
    pub trailing_caption: Text,
    pub trailing_subcaption: Text,
    pub image_bytes: *const c_void,
    pub image_size: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Message {
    pub size: u32,
    pub should_expire: u8,
    pub is_pending: u8,
    pub reserved: [u8; 2],
    pub session: *const Uuid,
    pub sender: *const Uuid,
    pub url: Text,
    pub layout: *const TemplateLayout,
    pub summary_text: Text,
    pub accessibility_label: Text,
    pub error: *const Error,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Sticker {
    pub size: u32,
    pub reserved: u32,
    pub file: Text,
    pub description: Text,
}

pub const STICKER_SMALL: i32 = 0;
pub const STICKER_REGULAR: i32 = 1;
pub const STICKER_LARGE: i32 = 2;

// ---- mayfly/controller.h ----

pub const STYLE_COMPACT: i32 = 0;
pub const STYLE_EXPANDED: i32 = 1;
pub const STYLE_TRANSCRIPT: i32 = 2;

pub const CONTEXT_MESSAGES: i32 = 0;
pub const CONTEXT_MEDIA: i32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Conversation {
    pub size: u32,
    pub remote_participant_count: u32,
    pub local_participant: Uuid,
    pub remote_participants: *const Uuid,
    pub selected_message: *const Message,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct State {
    pub size: u32,
    pub presentation_style: i32,
    pub presentation_context: i32,
    pub reserved: u32,
    pub active_conversation: *const Conversation,
}

pub type Callback = unsafe extern "C" fn(context: *mut c_void, state: *const State);
pub type MessageCallback = unsafe extern "C" fn(context: *mut c_void, state: *const State, message: *const Message);
pub type StyleCallback = unsafe extern "C" fn(context: *mut c_void, state: *const State, style: i32);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Controller {
    pub size: u32,
    pub reserved: u32,
    pub view_did_load: Option<Callback>,
    pub will_become_active: Option<Callback>,
    pub did_become_active: Option<Callback>,
    pub will_resign_active: Option<Callback>,
    pub did_resign_active: Option<Callback>,
    pub view_will_appear: Option<Callback>,
    pub view_did_appear: Option<Callback>,
    pub view_will_disappear: Option<Callback>,
    pub view_did_disappear: Option<Callback>,
    pub will_select: Option<MessageCallback>,
    pub did_select: Option<MessageCallback>,
    pub did_receive: Option<MessageCallback>,
    pub did_start_sending: Option<MessageCallback>,
    pub did_cancel_sending: Option<MessageCallback>,
    pub will_transition: Option<StyleCallback>,
    pub did_transition: Option<StyleCallback>,
    pub did_receive_memory_warning: Option<Callback>,
}

// ---- mayfly/entry.h ----

pub const MANIFEST_SECTION: &str = ".mayfly.manifest";
pub const ICON_SECTION: &str = ".mayfly.icon";
pub const ENTRY_SYMBOL: &str = "mayfly_extension_entry";

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Host {
    pub size: u32,
    pub abi_version: u32,
    pub ability: unsafe extern "C" fn(host: *const Host, id: Text) -> *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Offer {
    pub size: u32,
    pub abi_min: u32,
    pub abi_max: u32,
    pub reserved: u32,
    pub host_name: Text,
    pub host_version: Text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Launch {
    pub size: u32,
    pub presentation_style: i32,
    pub presentation_context: i32,
    pub reserved: u32,
    pub bundle_folder: Text,
    pub locale: Text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Instance {
    pub size: u32,
    pub reserved: u32,
    pub context: *mut c_void,
    pub controller: *const Controller,
    pub ability: Option<unsafe extern "C" fn(context: *mut c_void, id: Text) -> *const c_void>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Extension {
    pub size: u32,
    pub abi_version: u32,
    pub context: *mut c_void,
    pub make_instance: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            host: *const Host,
            launch: *const Launch,
            instance: *mut Instance,
        ) -> i32,
    >,
    pub refusal: Text,
}

// ---- mayfly/conversation.h ----

pub const CONVERSATION: &str = "mayfly.conversation/1";

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ConversationFunctions {
    pub size: u32,
    pub reserved: u32,
    pub insert_message: unsafe extern "C" fn(
        host: *const Host,
        message: *const Message,
        completion: Option<Completion>,
        completion_context: *mut c_void,
    ) -> i32,
    pub insert_sticker: unsafe extern "C" fn(
        host: *const Host,
        sticker: *const Sticker,
        completion: Option<Completion>,
        completion_context: *mut c_void,
    ) -> i32,
    pub insert_text: unsafe extern "C" fn(
        host: *const Host,
        text: Text,
        completion: Option<Completion>,
        completion_context: *mut c_void,
    ) -> i32,
    pub insert_attachment: unsafe extern "C" fn(
        host: *const Host,
        file: Text,
        alternate_filename: Text,
        completion: Option<Completion>,
        completion_context: *mut c_void,
    ) -> i32,
    pub send_message: unsafe extern "C" fn(
        host: *const Host,
        message: *const Message,
        completion: Option<Completion>,
        completion_context: *mut c_void,
    ) -> i32,
    pub send_sticker: unsafe extern "C" fn(
        host: *const Host,
        sticker: *const Sticker,
        completion: Option<Completion>,
        completion_context: *mut c_void,
    ) -> i32,
    pub send_text: unsafe extern "C" fn(
        host: *const Host,
        text: Text,
        completion: Option<Completion>,
        completion_context: *mut c_void,
    ) -> i32,
    pub send_attachment: unsafe extern "C" fn(
        host: *const Host,
        file: Text,
        alternate_filename: Text,
        completion: Option<Completion>,
        completion_context: *mut c_void,
    ) -> i32,
    pub request_presentation_style: unsafe extern "C" fn(host: *const Host, style: i32) -> i32,
    pub dismiss: unsafe extern "C" fn(host: *const Host) -> i32,
    pub make_session: unsafe extern "C" fn(host: *const Host, session: *mut Uuid) -> i32,
}

// ---- mayfly/ext/view.h ----

pub const VIEW: &str = "mayfly.view/1";
pub const VIEW_DELEGATE: &str = "mayfly.view-delegate/1";

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Input {
    pub size: u32,
    pub reserved: u32,
    pub id: Text,
    pub value: Text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Action {
    pub size: u32,
    pub input_count: u32,
    pub id: Text,
    pub data: Text,
    pub inputs: *const Input,
    pub verb: Text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ViewFunctions {
    pub size: u32,
    pub reserved: u32,
    pub present_view: unsafe extern "C" fn(host: *const Host, card_json: Text) -> i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ViewDelegate {
    pub size: u32,
    pub reserved: u32,
    pub did_perform_action:
        Option<unsafe extern "C" fn(context: *mut c_void, state: *const State, action: *const Action)>,
}

// ---- mayfly/ext/log.h ----

pub const LOG: &str = "mayfly.log/1";

pub const LOG_DEBUG: i32 = 0;
pub const LOG_INFO: i32 = 1;
pub const LOG_WARNING: i32 = 2;
pub const LOG_ERROR: i32 = 3;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct LogFunctions {
    pub size: u32,
    pub reserved: u32,
    pub log: unsafe extern "C" fn(host: *const Host, level: i32, line: Text) -> i32,
}

// ---- mayfly/ext/storage.h ----

pub const STORAGE: &str = "mayfly.storage/1";

#[repr(C)]
#[derive(Clone, Copy)]
pub struct StorageFunctions {
    pub size: u32,
    pub reserved: u32,
    pub private_folder: unsafe extern "C" fn(host: *const Host, buffer: *mut c_char, capacity: u64) -> u64,
}

// ---- mayfly/ext/stickers.h ----

pub const STICKERS: &str = "mayfly.stickers/1";
pub const STICKER_SOURCE: &str = "mayfly.sticker-source/1";

#[repr(C)]
#[derive(Clone, Copy)]
pub struct StickerFunctions {
    pub size: u32,
    pub reserved: u32,
    pub present_sticker_browser: unsafe extern "C" fn(host: *const Host, sticker_size: i32) -> i32,
    pub reload_stickers: unsafe extern "C" fn(host: *const Host) -> i32,
    pub supply_sticker: unsafe extern "C" fn(host: *const Host, index: u32, sticker: *const Sticker) -> i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct StickerSource {
    pub size: u32,
    pub reserved: u32,
    pub sticker_count: Option<unsafe extern "C" fn(context: *mut c_void, state: *const State) -> u32>,
    pub sticker_at: Option<unsafe extern "C" fn(context: *mut c_void, state: *const State, index: u32)>,
}

// ---- mayfly/ext/gestures.h ----

pub const GESTURES: &str = "mayfly.gestures/1";

pub const SWIPE_LEFT: i32 = 0;
pub const SWIPE_RIGHT: i32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct GestureDelegate {
    pub size: u32,
    pub reserved: u32,
    pub did_swipe: Option<unsafe extern "C" fn(context: *mut c_void, state: *const State, direction: i32)>,
}

// ---- mayfly/ext/settings.h ----

pub const SETTINGS: &str = "mayfly.settings/1";
pub const SETTINGS_DELEGATE: &str = "mayfly.settings-delegate/1";

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Setting {
    pub size: u32,
    pub reserved: u32,
    pub key: Text,
    pub value: Text,
}

pub type SettingsCompletion =
    unsafe extern "C" fn(context: *mut c_void, error: *const Error, settings: *const Setting, setting_count: u32);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct SettingsFunctions {
    pub size: u32,
    pub reserved: u32,
    pub read_settings: unsafe extern "C" fn(
        host: *const Host,
        completion: Option<SettingsCompletion>,
        completion_context: *mut c_void,
    ) -> i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct SettingsDelegate {
    pub size: u32,
    pub reserved: u32,
    pub did_change_settings: Option<Callback>,
}

// ---- mayfly/ext/more_time.h ----

pub const MORE_TIME: &str = "mayfly.more-time/1";

#[repr(C)]
#[derive(Clone, Copy)]
pub struct MoreTimeFunctions {
    pub size: u32,
    pub reserved: u32,
    pub extend: unsafe extern "C" fn(
        host: *const Host,
        reason: Text,
        milliseconds: u32,
        completion: Option<Completion>,
        completion_context: *mut c_void,
    ) -> i32,
}

// ---- mayfly/ext/session_history.h ----

pub const SESSION_HISTORY: &str = "mayfly.session-history/1";
pub const SESSION_PAGE: u64 = 256;

pub type SessionPageCompletion = unsafe extern "C" fn(
    context: *mut c_void,
    error: *const Error,
    messages: *const *const Message,
    count: u32,
    has_older: u8,
);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct SessionHistoryFunctions {
    pub size: u32,
    pub reserved: u32,
    pub read_session: unsafe extern "C" fn(
        host: *const Host,
        skip: u32,
        limit: u32,
        completion: Option<SessionPageCompletion>,
        completion_context: *mut c_void,
    ) -> i32,
}

// ---- mayfly/ext/session_state.h ----

pub const SESSION_STATE: &str = "mayfly.session-state/1";
pub const SESSION_STATE_LARGEST: u64 = 65_536;
pub const SESSION_STATES: u64 = 256;

pub type SessionStateCompletion =
    unsafe extern "C" fn(context: *mut c_void, error: *const Error, version: u64, bytes: *const c_void, size: u64);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct SessionStateFunctions {
    pub size: u32,
    pub reserved: u32,
    pub get_state: unsafe extern "C" fn(
        host: *const Host,
        session: *const Uuid,
        completion: Option<SessionStateCompletion>,
        completion_context: *mut c_void,
    ) -> i32,
    pub put_state: unsafe extern "C" fn(
        host: *const Host,
        session: *const Uuid,
        expected_version: u64,
        bytes: *const c_void,
        size: u64,
        completion: Option<SessionStateCompletion>,
        completion_context: *mut c_void,
    ) -> i32,
}

// ---- mayfly/ext/network.h ----

pub const NETWORK: &str = "mayfly.network/1";
pub const FETCH_LARGEST_REQUEST: u64 = 262_144;
pub const FETCH_LARGEST_ANSWER: u64 = 4_194_304;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct HttpHeader {
    pub size: u32,
    pub reserved: u32,
    pub name: Text,
    pub value: Text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct FetchRequest {
    pub size: u32,
    pub header_count: u32,
    pub method: Text,
    pub url: Text,
    pub headers: *const HttpHeader,
    pub body: *const c_void,
    pub body_size: u64,
}

pub type FetchCompletion = unsafe extern "C" fn(
    context: *mut c_void,
    error: *const Error,
    status: u32,
    headers: *const HttpHeader,
    header_count: u32,
    body: *const c_void,
    body_size: u64,
);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct NetworkFunctions {
    pub size: u32,
    pub reserved: u32,
    pub fetch: unsafe extern "C" fn(
        host: *const Host,
        request: *const FetchRequest,
        completion: Option<FetchCompletion>,
        completion_context: *mut c_void,
    ) -> i32,
}

// ---- mayfly/ext/photos.h ----

pub const PHOTOS: &str = "mayfly.photos/1";

pub type PictureCompletion = unsafe extern "C" fn(context: *mut c_void, error: *const Error, file: Text);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct PhotosFunctions {
    pub size: u32,
    pub reserved: u32,
    pub choose_photo: unsafe extern "C" fn(
        host: *const Host,
        completion: Option<PictureCompletion>,
        completion_context: *mut c_void,
    ) -> i32,
}

// ---- mayfly/ext/camera.h ----

pub const CAMERA: &str = "mayfly.camera/1";

#[repr(C)]
#[derive(Clone, Copy)]
pub struct CameraFunctions {
    pub size: u32,
    pub reserved: u32,
    pub take_picture: unsafe extern "C" fn(
        host: *const Host,
        completion: Option<PictureCompletion>,
        completion_context: *mut c_void,
    ) -> i32,
}

// ---- mayfly/ext/payment.h ----

pub const PAYMENT: &str = "mayfly.payment/1";
pub const PAYMENT_LARGEST_RECEIPT: u64 = 65_536;

pub const PAYMENT_UNAVAILABLE: i32 = 0;
pub const PAYMENT_DONE: i32 = 1;
pub const PAYMENT_CANCELLED: i32 = 2;
pub const PAYMENT_PENDING: i32 = 3;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct PaymentRequest {
    pub size: u32,
    pub reserved: u32,
    pub label: Text,
    pub amount: u64,
    pub currency: Text,
}

pub type PaymentCompletion = unsafe extern "C" fn(
    context: *mut c_void,
    error: *const Error,
    outcome: i32,
    receipt: *const c_void,
    receipt_size: u64,
);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct PaymentFunctions {
    pub size: u32,
    pub reserved: u32,
    pub request_payment: unsafe extern "C" fn(
        host: *const Host,
        request: *const PaymentRequest,
        completion: Option<PaymentCompletion>,
        completion_context: *mut c_void,
    ) -> i32,
}

// ---- mayfly/ext/purchase.h ----

pub const PURCHASE: &str = "mayfly.purchase/1";

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Product {
    pub size: u32,
    pub reserved: u32,
    pub id: Text,
    pub title: Text,
    pub amount: u64,
    pub currency: Text,
}

pub type ProductsCompletion =
    unsafe extern "C" fn(context: *mut c_void, error: *const Error, products: *const Product, product_count: u32);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct PurchaseFunctions {
    pub size: u32,
    pub reserved: u32,
    pub list_products: unsafe extern "C" fn(
        host: *const Host,
        completion: Option<ProductsCompletion>,
        completion_context: *mut c_void,
    ) -> i32,
    pub owned_products: unsafe extern "C" fn(
        host: *const Host,
        completion: Option<ProductsCompletion>,
        completion_context: *mut c_void,
    ) -> i32,
    pub buy_product: unsafe extern "C" fn(
        host: *const Host,
        product: Text,
        completion: Option<PaymentCompletion>,
        completion_context: *mut c_void,
    ) -> i32,
}

// ---- What makes the interface handier in Rust ----

impl Text {
    /// "No text".
    pub const NONE: Text = Text { data: std::ptr::null(), length: 0 };

    /// Borrows a text. It must live until the call that it is for returns.
    pub const fn new(text: &str) -> Text {
        Text { data: text.as_ptr() as *const c_char, length: text.len() as u64 }
    }

    /// The text, if there is one and it is UTF-8.
    ///
    /// # Safety
    /// What the host has lent must not be used after the callback has returned.
    pub unsafe fn as_str<'a>(self) -> Option<&'a str> {
        if self.data.is_null() {
            return None;
        }
        std::str::from_utf8(std::slice::from_raw_parts(self.data as *const u8, self.length as usize)).ok()
    }
}

/// A struct that begins with its own size.
macro_rules! sized {
    ($($name:ident),*) => { $(
        impl $name {
            /// Its size is set; all else is zero.
            pub const fn new() -> $name {
                // Safe because all members may be zero: numbers, pointers, and functions that are options.
                let mut value: $name = unsafe { std::mem::zeroed() };
                value.size = std::mem::size_of::<$name>() as u32;
                value
            }
        }

        // Safe because a table of callbacks does not change.
        unsafe impl Sync for $name {}
    )* };
}

sized!(TemplateLayout, Message, Sticker, HttpHeader, FetchRequest, PaymentRequest);
sized!(Controller, ViewDelegate, StickerSource, GestureDelegate, SettingsDelegate);

/// Finds a table of host functions by its id. None where the host lacks it, or has an older one with fewer functions.
///
/// # Safety
/// `host` is what `make_instance` was given, and `Table` belongs to the id.
pub unsafe fn ability<Table>(host: *const Host, id: &str) -> Option<&'static Table> {
    let table = ((*host).ability)(host, Text::new(id));
    let is_whole = !table.is_null() && *(table as *const u32) as usize >= std::mem::size_of::<Table>();
    is_whole.then(|| &*(table as *const Table))
}
