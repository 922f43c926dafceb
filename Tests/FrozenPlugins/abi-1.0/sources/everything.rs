// The frozen plugin in Rust, with the declarations of the whole interface written by hand: the same play as everything.c.
use std::ffi::{c_char, c_void};
use std::mem::size_of;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread::sleep;
use std::time::Duration;

const VERSION: u32 = 0x0001_0000;

// MARK: The interface

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    data: *const u8,
    length: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Uuid {
    bytes: [u8; 16],
}

#[repr(C)]
pub struct Error {
    size: u32,
    domain: i32,
    code: i32,
    reserved: u32,
    message: Text,
}

#[repr(C)]
pub struct Layout {
    size: u32,
    reserved: u32,
    image_file: Text,
    media_file: Text,
    image_title: Text,
    image_subtitle: Text,
    caption: Text,
    subcaption: Text,
    trailing_caption: Text,
    trailing_subcaption: Text,
    image_bytes: *const c_void,
    image_size: u64,
}

#[repr(C)]
pub struct Message {
    size: u32,
    should_expire: u8,
    is_pending: u8,
    reserved: [u8; 2],
    session: *const Uuid,
    sender: *const Uuid,
    url: Text,
    layout: *const Layout,
    summary_text: Text,
    accessibility_label: Text,
    error: *const Error,
}

#[repr(C)]
pub struct Sticker {
    size: u32,
    reserved: u32,
    file: Text,
    description: Text,
}

#[repr(C)]
pub struct ConversationInfo {
    size: u32,
    remote_participant_count: u32,
    local_participant: Uuid,
    remote_participants: *const Uuid,
    selected_message: *const Message,
}

#[repr(C)]
pub struct State {
    size: u32,
    presentation_style: i32,
    presentation_context: i32,
    reserved: u32,
    active_conversation: *const ConversationInfo,
}

#[repr(C)]
pub struct Input {
    size: u32,
    reserved: u32,
    id: Text,
    value: Text,
}

#[repr(C)]
pub struct Action {
    size: u32,
    input_count: u32,
    id: Text,
    data: Text,
    inputs: *const Input,
    verb: Text,
}

#[repr(C)]
pub struct Header {
    size: u32,
    reserved: u32,
    name: Text,
    value: Text,
}

#[repr(C)]
pub struct FetchRequest {
    size: u32,
    header_count: u32,
    method: Text,
    url: Text,
    headers: *const Header,
    body: *const c_void,
    body_size: u64,
}

#[repr(C)]
pub struct Product {
    size: u32,
    reserved: u32,
    id: Text,
    title: Text,
    amount: u64,
    currency: Text,
}

#[repr(C)]
pub struct PaymentRequest {
    size: u32,
    reserved: u32,
    label: Text,
    amount: u64,
    currency: Text,
}

#[repr(C)]
pub struct Setting {
    size: u32,
    reserved: u32,
    key: Text,
    value: Text,
}

type Context = *mut c_void;
type Completion = extern "C" fn(Context, *const Error);
type SessionPageCompletion = extern "C" fn(Context, *const Error, *const *const Message, u32, u8);
type SessionStateCompletion = extern "C" fn(Context, *const Error, u64, *const c_void, u64);
type FetchCompletion = extern "C" fn(Context, *const Error, u32, *const Header, u32, *const c_void, u64);
type PictureCompletion = extern "C" fn(Context, *const Error, Text);
type ProductsCompletion = extern "C" fn(Context, *const Error, *const Product, u32);
type PaymentCompletion = extern "C" fn(Context, *const Error, i32, *const c_void, u64);
type SettingsCompletion = extern "C" fn(Context, *const Error, *const Setting, u32);

#[repr(C)]
pub struct Host {
    size: u32,
    abi_version: u32,
    ability: extern "C" fn(*const Host, Text) -> *const c_void,
}

type HostPointer = *const Host;
type GiveMessage = extern "C" fn(HostPointer, *const Message, Completion, Context) -> i32;
type GiveSticker = extern "C" fn(HostPointer, *const Sticker, Completion, Context) -> i32;
type GiveText = extern "C" fn(HostPointer, Text, Completion, Context) -> i32;
type GiveAttachment = extern "C" fn(HostPointer, Text, Text, Completion, Context) -> i32;

#[repr(C)]
struct Conversation {
    size: u32,
    reserved: u32,
    insert_message: GiveMessage,
    insert_sticker: GiveSticker,
    insert_text: GiveText,
    insert_attachment: GiveAttachment,
    send_message: GiveMessage,
    send_sticker: GiveSticker,
    send_text: GiveText,
    send_attachment: GiveAttachment,
    request_presentation_style: extern "C" fn(HostPointer, i32) -> i32,
    dismiss: extern "C" fn(HostPointer) -> i32,
    make_session: extern "C" fn(HostPointer, *mut Uuid) -> i32,
}

#[repr(C)]
struct View {
    size: u32,
    reserved: u32,
    present_view: extern "C" fn(HostPointer, Text) -> i32,
}

#[repr(C)]
struct Stickers {
    size: u32,
    reserved: u32,
    present_sticker_browser: extern "C" fn(HostPointer, i32) -> i32,
    reload_stickers: extern "C" fn(HostPointer) -> i32,
    supply_sticker: extern "C" fn(HostPointer, u32, *const Sticker) -> i32,
}

#[repr(C)]
struct Log {
    size: u32,
    reserved: u32,
    log: extern "C" fn(HostPointer, i32, Text) -> i32,
}

#[repr(C)]
struct Storage {
    size: u32,
    reserved: u32,
    private_folder: extern "C" fn(HostPointer, *mut c_char, u64) -> u64,
}

#[repr(C)]
struct SessionHistory {
    size: u32,
    reserved: u32,
    read_session: extern "C" fn(HostPointer, u32, u32, SessionPageCompletion, Context) -> i32,
}

#[repr(C)]
struct SessionState {
    size: u32,
    reserved: u32,
    get_state: extern "C" fn(HostPointer, *const Uuid, SessionStateCompletion, Context) -> i32,
    put_state:
        extern "C" fn(HostPointer, *const Uuid, u64, *const c_void, u64, SessionStateCompletion, Context) -> i32,
}

#[repr(C)]
struct MoreTime {
    size: u32,
    reserved: u32,
    extend: extern "C" fn(HostPointer, Text, u32, Completion, Context) -> i32,
}

#[repr(C)]
struct Network {
    size: u32,
    reserved: u32,
    fetch: extern "C" fn(HostPointer, *const FetchRequest, FetchCompletion, Context) -> i32,
}

#[repr(C)]
struct Photos {
    size: u32,
    reserved: u32,
    choose_photo: extern "C" fn(HostPointer, PictureCompletion, Context) -> i32,
}

#[repr(C)]
struct Camera {
    size: u32,
    reserved: u32,
    take_picture: extern "C" fn(HostPointer, PictureCompletion, Context) -> i32,
}

#[repr(C)]
struct Purchase {
    size: u32,
    reserved: u32,
    list_products: extern "C" fn(HostPointer, ProductsCompletion, Context) -> i32,
    owned_products: extern "C" fn(HostPointer, ProductsCompletion, Context) -> i32,
    buy_product: extern "C" fn(HostPointer, Text, PaymentCompletion, Context) -> i32,
}

#[repr(C)]
struct Payment {
    size: u32,
    reserved: u32,
    request_payment: extern "C" fn(HostPointer, *const PaymentRequest, PaymentCompletion, Context) -> i32,
}

#[repr(C)]
struct Settings {
    size: u32,
    reserved: u32,
    read_settings: extern "C" fn(HostPointer, SettingsCompletion, Context) -> i32,
}

type Callback = extern "C" fn(Context, *const State);
type MessageCallback = extern "C" fn(Context, *const State, *const Message);
type NumberCallback = extern "C" fn(Context, *const State, i32);

#[repr(C)]
pub struct Controller {
    size: u32,
    reserved: u32,
    view_did_load: Callback,
    will_become_active: Callback,
    did_become_active: Callback,
    will_resign_active: Callback,
    did_resign_active: Callback,
    view_will_appear: Callback,
    view_did_appear: Callback,
    view_will_disappear: Callback,
    view_did_disappear: Callback,
    will_select: MessageCallback,
    did_select: MessageCallback,
    did_receive: MessageCallback,
    did_start_sending: MessageCallback,
    did_cancel_sending: MessageCallback,
    will_transition: NumberCallback,
    did_transition: NumberCallback,
    did_receive_memory_warning: Callback,
}

#[repr(C)]
struct ViewDelegate {
    size: u32,
    reserved: u32,
    did_perform_action: extern "C" fn(Context, *const State, *const Action),
}

#[repr(C)]
struct GestureDelegate {
    size: u32,
    reserved: u32,
    did_swipe: NumberCallback,
}

#[repr(C)]
struct StickerSource {
    size: u32,
    reserved: u32,
    sticker_count: extern "C" fn(Context, *const State) -> u32,
    sticker_at: extern "C" fn(Context, *const State, u32),
}

#[repr(C)]
struct SettingsDelegate {
    size: u32,
    reserved: u32,
    did_change_settings: Callback,
}

#[repr(C)]
pub struct Offer {
    size: u32,
    abi_min: u32,
    abi_max: u32,
    reserved: u32,
    host_name: Text,
    host_version: Text,
}

#[repr(C)]
pub struct Launch {
    size: u32,
    presentation_style: i32,
    presentation_context: i32,
    reserved: u32,
    bundle_folder: Text,
    locale: Text,
}

#[repr(C)]
pub struct Instance {
    size: u32,
    reserved: u32,
    context: Context,
    controller: *const Controller,
    ability: Option<extern "C" fn(Context, Text) -> *const c_void>,
}

#[repr(C)]
pub struct Extension {
    size: u32,
    abi_version: u32,
    context: Context,
    make_instance: Option<extern "C" fn(Context, HostPointer, *const Launch, *mut Instance) -> i32>,
    refusal: Text,
}

// MARK: The plugin

struct Everything {
    host: HostPointer,
    conversation: &'static Conversation,
    view: &'static View,
    stickers: &'static Stickers,
    log: &'static Log,
    storage: &'static Storage,
    history: &'static SessionHistory,
    states: &'static SessionState,
    more_time: &'static MoreTime,
    network: &'static Network,
    photos: &'static Photos,
    camera: &'static Camera,
    purchase: &'static Purchase,
    payment: &'static Payment,
    settings: &'static Settings,
    folder: String,
    picture: String,
    kept: Mutex<Kept>,
}

struct Kept {
    session: Uuid,
    version: u64,
    hoard: Vec<u8>,
}

// The tables of the host are valid on every thread.
unsafe impl Send for Everything {}
unsafe impl Sync for Everything {}

static IS_EXTENDED: AtomicBool = AtomicBool::new(false);
static IT: OnceLock<Everything> = OnceLock::new();

fn it() -> &'static Everything {
    IT.get().expect("made before any callback")
}

const NOTHING: Text = Text { data: null(), length: 0 };

fn text(value: &str) -> Text {
    Text { data: value.as_ptr(), length: value.len() as u64 }
}

fn read(value: Text) -> String {
    if value.data.is_null() {
        return String::new();
    }
    let bytes = unsafe { std::slice::from_raw_parts(value.data, value.length as usize) };
    String::from_utf8_lossy(bytes).into_owned()
}

fn read_bytes(bytes: *const c_void, size: u64) -> String {
    if bytes.is_null() {
        return "none".to_string();
    }
    read(Text { data: bytes as *const u8, length: size })
}

/// The structs of an array that a newer host may have made larger.
fn each<T>(first: *const T, count: u32) -> Vec<&'static T> {
    (0..count as usize)
        .map(|index| unsafe {
            let step = *(first as *const u32) as usize;
            &*((first as *const u8).add(index * step) as *const T)
        })
        .collect()
}

fn say(kind: &str, name: &str, value: &str) {
    let space = if value.is_empty() { "" } else { " " };
    (it().log.log)(it().host, 1, text(&format!("{kind} {name}{space}{value}")));
}

fn told(name: &str, value: &str) {
    say("told", name, value);
}

// Completions; the context is the index of the function's name.

fn answered(context: Context, error: *const Error, value: &str) {
    let code = if error.is_null() { 0 } else { unsafe { (*error).code } };
    let space = if value.is_empty() { "" } else { " " };
    say("answered", FUNCTIONS[context as usize], &format!("{code}{space}{value}"));
}

extern "C" fn completed(context: Context, error: *const Error) {
    answered(context, error, "");
}

extern "C" fn extended(context: Context, error: *const Error) {
    answered(context, error, "");
    IS_EXTENDED.store(true, Ordering::SeqCst);
}

extern "C" fn got_messages(
    context: Context,
    error: *const Error,
    messages: *const *const Message,
    count: u32,
    has_older: u8,
) {
    let first = if count == 0 { "none".to_string() } else { unsafe { read((**messages).url) } };
    answered(context, error, &format!("{count} {first} {has_older}"));
}

extern "C" fn got_state(context: Context, error: *const Error, version: u64, bytes: *const c_void, size: u64) {
    it().kept.lock().unwrap().version = version;
    answered(context, error, &format!("{version} {}", read_bytes(bytes, size)));
}

extern "C" fn got_answer(
    context: Context,
    error: *const Error,
    status: u32,
    headers: *const Header,
    header_count: u32,
    body: *const c_void,
    body_size: u64,
) {
    let second = each(headers, header_count).into_iter().find(|header| read(header.name) == "X-Test-Two");
    let second = second.map(|header| read(header.value)).unwrap_or("none".to_string());
    let body = if body.is_null() || body_size == 0 { "none" } else { "body" };
    answered(context, error, &format!("{status} {second} {body}"));
}

extern "C" fn got_picture(context: Context, error: *const Error, file: Text) {
    answered(context, error, if file.data.is_null() { "none" } else { "file" });
}

extern "C" fn got_products(context: Context, error: *const Error, products: *const Product, count: u32) {
    let list: String = each(products, count)
        .iter()
        .map(|one| format!("{}/{}/{}/{}", read(one.id), read(one.title), one.amount, read(one.currency)))
        .collect();
    answered(context, error, if list.is_empty() { "none" } else { &list });
}

extern "C" fn paid(context: Context, error: *const Error, outcome: i32, receipt: *const c_void, size: u64) {
    answered(context, error, &format!("{outcome} {}", read_bytes(receipt, size)));
}

extern "C" fn got_settings(context: Context, error: *const Error, settings: *const Setting, count: u32) {
    let list: String =
        each(settings, count).iter().map(|one| format!("{}={}", read(one.key), read(one.value))).collect();
    answered(context, error, if list.is_empty() { "none" } else { &list });
}

// The functions

const FUNCTIONS: [&str; 26] = [
    "insert_message",
    "insert_sticker",
    "insert_text",
    "insert_attachment",
    "send_message",
    "send_sticker",
    "send_text",
    "send_attachment",
    "request_presentation_style",
    "dismiss",
    "make_session",
    "present_sticker_browser",
    "private_folder",
    "read_session",
    "get_state",
    "put_state",
    "fetch",
    "choose_photo",
    "take_picture",
    "list_products",
    "owned_products",
    "buy_product",
    "request_payment",
    "read_settings",
    "hoard",
    "extend",
];
const EXTEND: usize = 25;

static PIXEL: [u8; 35] = [
    b'G', b'I', b'F', b'8', b'9', b'a', 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, b',', 0, 0, 0, 0, 1, 0, 1, 0,
    0, 2, 2, 0x44, 1, 0, b';',
];

impl Everything {
    fn message(&self, sends: bool, context: Context) {
        let session = self.kept.lock().unwrap().session;
        let file = if sends { NOTHING } else { text(&self.picture) };
        let layout = Layout {
            size: size_of::<Layout>() as u32,
            reserved: 0,
            image_file: file,
            media_file: file,
            image_title: text("title"),
            image_subtitle: text("subtitle"),
            caption: text("caption"),
            subcaption: text("subcaption"),
            trailing_caption: text("trailing"),
            trailing_subcaption: text("below"),
            image_bytes: if sends { PIXEL.as_ptr() as *const c_void } else { null() },
            image_size: if sends { PIXEL.len() as u64 } else { 0 },
        };
        let message = Message {
            size: size_of::<Message>() as u32,
            should_expire: sends as u8,
            is_pending: 0,
            reserved: [0; 2],
            session: &session,
            sender: null(),
            url: text("?from=rust"),
            layout: &layout,
            summary_text: text("summary"),
            accessibility_label: text("label"),
            error: null(),
        };
        let call = if sends { self.conversation.send_message } else { self.conversation.insert_message };
        call(self.host, &message, completed, context);
    }

    fn fetch(&self, url: &str, context: Context) {
        let header =
            Header { size: size_of::<Header>() as u32, reserved: 0, name: text("X-Game"), value: text("chess") };
        let request = FetchRequest {
            size: size_of::<FetchRequest>() as u32,
            header_count: 1,
            method: text("PUT"),
            url: text(url),
            headers: &header,
            body: b"e4".as_ptr() as *const c_void,
            body_size: 2,
        };
        (self.network.fetch)(self.host, &request, got_answer, context);
    }

    fn pay(&self, context: Context) {
        let request = PaymentRequest {
            size: size_of::<PaymentRequest>() as u32,
            reserved: 0,
            label: text("A round of tea"),
            amount: 450,
            currency: text("GBP"),
        };
        (self.payment.request_payment)(self.host, &request, paid, context);
    }

    fn sticker(&self, description: &str) -> Sticker {
        Sticker {
            size: size_of::<Sticker>() as u32,
            reserved: 0,
            file: text(&self.picture),
            description: text(description),
        }
    }

    fn call(&self, name: &str, value: &str, context: Context) {
        let (host, talk) = (self.host, self.conversation);
        let session = self.kept.lock().unwrap().session;
        let version = self.kept.lock().unwrap().version;
        match name {
            "insert_message" => self.message(false, context),
            "insert_sticker" => drop((talk.insert_sticker)(host, &self.sticker("a cup"), completed, context)),
            "insert_text" => drop((talk.insert_text)(host, text("words"), completed, context)),
            "insert_attachment" => {
                (talk.insert_attachment)(host, text(&self.picture), text("shown.png"), completed, context);
            }
            "send_message" => self.message(true, context),
            "send_sticker" => drop((talk.send_sticker)(host, &self.sticker("a cup"), completed, context)),
            "send_text" => drop((talk.send_text)(host, text("words"), completed, context)),
            "send_attachment" => {
                (talk.send_attachment)(host, text(&self.picture), text("shown.png"), completed, context);
            }
            "request_presentation_style" => drop((talk.request_presentation_style)(host, 1)),
            "dismiss" => drop((talk.dismiss)(host)),
            "make_session" => {
                let mut kept = self.kept.lock().unwrap();
                (talk.make_session)(host, &mut kept.session);
                answered(context, null(), if kept.session.bytes == [0; 16] { "none" } else { "session" });
            }
            "present_sticker_browser" => {
                (self.stickers.present_sticker_browser)(host, 2);
                (self.stickers.reload_stickers)(host);
            }
            "private_folder" => {
                let length = (self.storage.private_folder)(host, null_mut(), 0) as usize;
                let is_there = length == self.folder.len() && self.folder.starts_with('/');
                answered(context, null(), if is_there { "folder" } else { "none" });
            }
            "read_session" => drop((self.history.read_session)(host, 0, 10, got_messages, context)),
            "get_state" => drop((self.states.get_state)(host, &session, got_state, context)),
            "put_state" => {
                let bytes = b"chess".as_ptr() as *const c_void;
                (self.states.put_state)(host, &session, version, bytes, 5, got_state, context);
            }
            "fetch" => self.fetch(value, context),
            "choose_photo" => drop((self.photos.choose_photo)(host, got_picture, context)),
            "take_picture" => drop((self.camera.take_picture)(host, got_picture, context)),
            "list_products" => drop((self.purchase.list_products)(host, got_products, context)),
            "owned_products" => drop((self.purchase.owned_products)(host, got_products, context)),
            "buy_product" => drop((self.purchase.buy_product)(host, text("theme"), paid, context)),
            "request_payment" => self.pay(context),
            "read_settings" => drop((self.settings.read_settings)(host, got_settings, context)),
            "hoard" => self.kept.lock().unwrap().hoard = vec![1; value.parse::<usize>().unwrap_or(0) << 20],
            _ => {}
        }
    }
}

// MARK: Callbacks

macro_rules! tells {
    ($($name:ident)*) => {
        $(extern "C" fn $name(_context: Context, _state: *const State) {
            told(stringify!($name), "");
        })*
    };
}

macro_rules! tells_message {
    ($($name:ident)*) => {
        $(extern "C" fn $name(_context: Context, _state: *const State, message: *const Message) {
            told(stringify!($name), &unsafe { read((*message).url) });
        })*
    };
}

macro_rules! tells_number {
    ($($name:ident)*) => {
        $(extern "C" fn $name(_context: Context, _state: *const State, number: i32) {
            told(stringify!($name), &number.to_string());
        })*
    };
}

tells!(will_become_active view_will_appear view_did_appear);
tells!(view_will_disappear view_did_disappear did_change_settings);
tells_message!(will_select did_select did_receive did_start_sending did_cancel_sending);
tells_number!(will_transition did_transition did_swipe);

extern "C" fn view_did_load(_context: Context, _state: *const State) {
    let buttons: Vec<String> = FUNCTIONS[..EXTEND]
        .iter()
        .map(|name| format!(r#"{{"type":"Action.Execute","verb":"call","id":"{name}","title":"{name}"}}"#))
        .collect();
    let card = format!(
        r#"{{"type":"AdaptiveCard","version":"1.5","body":[{{"type":"Input.Text","id":"value","label":"Value"}}],"actions":[{}]}}"#,
        buttons.join(",")
    );
    (it().view.present_view)(it().host, text(&card));
    told("view_did_load", "");
}

extern "C" fn did_become_active(_context: Context, state: *const State) {
    let others = unsafe { (*(*state).active_conversation).remote_participant_count };
    told("did_become_active", &others.to_string());
}

extern "C" fn will_resign_active(_context: Context, _state: *const State) {
    (it().more_time.extend)(it().host, text("saving the game"), 100, extended, EXTEND as Context);
    told("will_resign_active", "");
}

/// Waits for the answer to `extend`, for a second at most.
extern "C" fn did_resign_active(_context: Context, _state: *const State) {
    for _ in 0..1000 {
        if IS_EXTENDED.load(Ordering::SeqCst) {
            break;
        }
        sleep(Duration::from_millis(1));
    }
    told("did_resign_active", "");
}

extern "C" fn did_receive_memory_warning(_context: Context, _state: *const State) {
    it().kept.lock().unwrap().hoard = Vec::new();
    told("did_receive_memory_warning", "");
}

extern "C" fn did_perform_action(_context: Context, _state: *const State, action: *const Action) {
    let action = unsafe { &*action };
    let value = each(action.inputs, action.input_count).first().map(|input| read(input.value)).unwrap_or_default();
    let id = read(action.id);
    if let Some(index) = FUNCTIONS.iter().position(|name| *name == id) {
        told("did_perform_action", if read(action.verb) == "call" { &id } else { "none" });
        it().call(&id, &value, index as Context);
    }
}

extern "C" fn sticker_count(_context: Context, _state: *const State) -> u32 {
    told("sticker_count", "");
    2
}

/// The second cell stays empty.
extern "C" fn sticker_at(_context: Context, _state: *const State, index: u32) {
    let first = it().sticker("first");
    (it().stickers.supply_sticker)(it().host, index, if index == 0 { &first } else { null() });
    told("sticker_at", &index.to_string());
}

static CONTROLLER: Controller = Controller {
    size: size_of::<Controller>() as u32,
    reserved: 0,
    view_did_load,
    will_become_active,
    did_become_active,
    will_resign_active,
    did_resign_active,
    view_will_appear,
    view_did_appear,
    view_will_disappear,
    view_did_disappear,
    will_select,
    did_select,
    did_receive,
    did_start_sending,
    did_cancel_sending,
    will_transition,
    did_transition,
    did_receive_memory_warning,
};
static VIEW_DELEGATE: ViewDelegate =
    ViewDelegate { size: size_of::<ViewDelegate>() as u32, reserved: 0, did_perform_action };
static GESTURES: GestureDelegate = GestureDelegate { size: size_of::<GestureDelegate>() as u32, reserved: 0, did_swipe };
static STICKERS: StickerSource =
    StickerSource { size: size_of::<StickerSource>() as u32, reserved: 0, sticker_count, sticker_at };
static CHANGES: SettingsDelegate =
    SettingsDelegate { size: size_of::<SettingsDelegate>() as u32, reserved: 0, did_change_settings };

fn address<T>(value: &'static T) -> *const c_void {
    value as *const T as *const c_void
}

extern "C" fn ability(_context: Context, id: Text) -> *const c_void {
    match read(id).as_str() {
        "mayfly.view-delegate/1" => address(&VIEW_DELEGATE),
        "mayfly.gestures/1" => address(&GESTURES),
        "mayfly.sticker-source/1" => address(&STICKERS),
        "mayfly.settings-delegate/1" => address(&CHANGES),
        _ => null(),
    }
}

/// A table of the host; none where the host lacks it.
fn table<T>(host: HostPointer, id: &str) -> Option<&'static T> {
    unsafe { (((*host).ability)(host, text(id)) as *const T).as_ref() }
}

/// None where the host lacks a table, or has one by an unknown id.
fn find(host: HostPointer) -> Option<Everything> {
    if table::<u32>(host, "mayfly.nothing/1").is_some() {
        return None;
    }
    let conversation: &Conversation = table(host, "mayfly.conversation/1")?;
    let storage: &Storage = table(host, "mayfly.storage/1")?;
    let mut folder = vec![0u8; (storage.private_folder)(host, null_mut(), 0) as usize];
    (storage.private_folder)(host, folder.as_mut_ptr() as *mut c_char, folder.len() as u64);
    let folder = String::from_utf8(folder).ok()?;
    let mut session = Uuid { bytes: [0; 16] };
    (conversation.make_session)(host, &mut session);
    Some(Everything {
        host,
        conversation,
        view: table(host, "mayfly.view/1")?,
        stickers: table(host, "mayfly.stickers/1")?,
        log: table(host, "mayfly.log/1")?,
        storage,
        history: table(host, "mayfly.session-history/1")?,
        states: table(host, "mayfly.session-state/1")?,
        more_time: table(host, "mayfly.more-time/1")?,
        network: table(host, "mayfly.network/1")?,
        photos: table(host, "mayfly.photos/1")?,
        camera: table(host, "mayfly.camera/1")?,
        purchase: table(host, "mayfly.purchase/1")?,
        payment: table(host, "mayfly.payment/1")?,
        settings: table(host, "mayfly.settings/1")?,
        picture: format!("{folder}/good.png"),
        folder,
        kept: Mutex::new(Kept { session, version: 0, hoard: Vec::new() }),
    })
}

extern "C" fn make_instance(
    _context: Context,
    host: HostPointer,
    launch: *const Launch,
    instance: *mut Instance,
) -> i32 {
    let launch = unsafe { &*launch };
    let Some(made) = find(host) else { return -1 };
    if launch.bundle_folder.data.is_null() || launch.locale.data.is_null() || IT.set(made).is_err() {
        return -1;
    }
    unsafe {
        (*instance).context = null_mut();
        (*instance).controller = &CONTROLLER;
        (*instance).ability = Some(ability);
    }
    0
}

#[no_mangle]
pub extern "C" fn mayfly_extension_entry(offer: *const Offer, extension: *mut Extension) -> i32 {
    let (offer, extension) = unsafe { (&*offer, &mut *extension) };
    if offer.abi_min > VERSION || offer.abi_max < VERSION {
        extension.refusal = text("the frozen plugin speaks version 1.0 only");
        return -1;
    }
    extension.abi_version = VERSION;
    extension.make_instance = Some(make_instance);
    0
}
