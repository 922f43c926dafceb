// A plugin in Rust whose declarations are written by hand from the headers.
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

#[repr(C)]
struct Text {
    data: *const u8,
    length: u64,
}

fn text(value: &'static str) -> Text {
    Text { data: value.as_ptr(), length: value.len() as u64 }
}

#[repr(C)]
pub struct Host {
    size: u32,
    abi_version: u32,
    ability: extern "C" fn(*const Host, Text) -> *const c_void,
}

type Callback = Option<extern "C" fn(*mut c_void, *const c_void)>;

#[repr(C)]
struct Controller {
    size: u32,
    reserved: u32,
    view_did_load: Callback,
    will_become_active: Callback,
    did_become_active: Callback,
    /// The callbacks that this plugin does not have, in the order of the header.
    others: [Callback; 14],
}

#[repr(C)]
pub struct Instance {
    size: u32,
    reserved: u32,
    context: *mut c_void,
    controller: *const Controller,
    ability: Option<extern "C" fn(*mut c_void, Text) -> *const c_void>,
}

#[repr(C)]
pub struct Extension {
    size: u32,
    abi_version: u32,
    context: *mut c_void,
    make_instance: Option<extern "C" fn(*mut c_void, *const Host, *const c_void, *mut Instance) -> i32>,
    refusal: Text,
}

type Insert = extern "C" fn(*const Host, *const c_void, *const c_void, *mut c_void) -> i32;
type InsertText = extern "C" fn(*const Host, Text, *const c_void, *mut c_void) -> i32;

#[repr(C)]
struct Conversation {
    size: u32,
    reserved: u32,
    insert_message: Insert,
    insert_sticker: Insert,
    insert_text: InsertText,
}

static HOST: AtomicPtr<Host> = AtomicPtr::new(ptr::null_mut());

extern "C" fn did_become_active(_context: *mut c_void, _state: *const c_void) {
    let host = HOST.load(Ordering::Relaxed) as *const Host;
    unsafe {
        let table = ((*host).ability)(host, text("mayfly.conversation/1")) as *const Conversation;
        ((*table).insert_text)(host, text("hello from minimal.rs"), ptr::null(), ptr::null_mut());
    }
}

static CONTROLLER: Controller = Controller {
    size: std::mem::size_of::<Controller>() as u32,
    reserved: 0,
    view_did_load: None,
    will_become_active: None,
    did_become_active: Some(did_become_active),
    others: [None; 14],
};

extern "C" fn make_instance(
    _context: *mut c_void,
    host: *const Host,
    _launch: *const c_void,
    instance: *mut Instance,
) -> i32 {
    HOST.store(host as *mut Host, Ordering::Relaxed);
    unsafe { (*instance).controller = &CONTROLLER };
    0
}

#[no_mangle]
pub extern "C" fn mayfly_extension_entry(_offer: *const c_void, extension: *mut Extension) -> i32 {
    unsafe {
        (*extension).abi_version = 0x0001_0000;
        (*extension).make_instance = Some(make_instance);
    }
    0
}
