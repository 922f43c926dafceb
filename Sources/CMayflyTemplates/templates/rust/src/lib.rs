//! @NAME@: a number that two people raise together. It travels in the message, as `?count=3`.
//!
//! The host calls all callbacks on one thread, one at a time. The process ends soon after the view has left the screen.
//! No panic may leave a callback: `panic = "abort"` ends the process instead, and the host reports it.

mod mayfly;

use mayfly::*;
use std::ffi::c_void;

const NAME: &str = "@NAME@";
const MOST: u32 = 999_999;

struct Counter {
    host: *const Host,
    conversation: &'static ConversationFunctions,
    view: &'static ViewFunctions,
    count: u32,
}

impl Counter {
    fn show(&self) {
        let card = format!(
            r#"{{"type":"AdaptiveCard","version":"1.5",
                "body":[{{"type":"TextBlock","text":"{}","size":"extraLarge"}}],
                "actions":[{{"type":"Action.Submit","id":"add","title":"Add one"}},
                           {{"type":"Action.Submit","id":"stage","title":"Put into the message"}}]}}"#,
            self.count
        );
        unsafe { (self.view.present_view)(self.host, Text::new(&card)) };
    }

    /// Takes over the number of a message, if it has one, and shows it.
    unsafe fn open(&mut self, message: *const Message) {
        self.count = number(message).unwrap_or(self.count);
        self.show();
    }

    fn add(&mut self) {
        self.count = MOST.min(self.count + 1);
        self.show();
    }

    /// Puts the number into the input field: the next message of the session that is open, or the first of a new one.
    unsafe fn stage(&self, state: *const State) {
        let session = session(selected(state)).unwrap_or_else(|| {
            let mut made = Uuid { bytes: [0; 16] };
            (self.conversation.make_session)(self.host, &mut made);
            made
        });
        let url = format!("?count={}", self.count);
        let caption = format!("{NAME}: {}", self.count);
        let layout = TemplateLayout { caption: Text::new(&caption), ..TemplateLayout::new() };
        let message = Message {
            session: &session,
            url: Text::new(&url),
            layout: &layout,
            summary_text: Text::new(&caption),
            accessibility_label: Text::new(&caption),
            ..Message::new()
        };
        (self.conversation.insert_message)(self.host, &message, None, std::ptr::null_mut());
        // The person sees the input field in the compact style only.
        (self.conversation.request_presentation_style)(self.host, STYLE_COMPACT);
    }
}

/// The number in the URL of a message. It may come from another device, so it may be anything.
unsafe fn number(message: *const Message) -> Option<u32> {
    let url = message.as_ref()?.url.as_str()?;
    url.strip_prefix("?count=")?.parse().ok().filter(|number| *number <= MOST)
}

unsafe fn selected(state: *const State) -> *const Message {
    (*state).active_conversation.as_ref().map_or(std::ptr::null(), |conversation| conversation.selected_message)
}

unsafe fn session(message: *const Message) -> Option<Uuid> {
    message.as_ref()?.session.as_ref().copied()
}

// ---- Callbacks ----

unsafe fn counter<'a>(context: *mut c_void) -> &'a mut Counter {
    &mut *(context as *mut Counter)
}

unsafe extern "C" fn will_become_active(context: *mut c_void, state: *const State) {
    counter(context).open(selected(state));
}

/// The person tapped a message of this extension.
unsafe extern "C" fn did_select(context: *mut c_void, _: *const State, message: *const Message) {
    counter(context).open(message);
}

/// A message has arrived: of the session that is open, it is the newer one.
unsafe extern "C" fn did_receive(context: *mut c_void, state: *const State, message: *const Message) {
    let open = session(selected(state));
    if open.is_some() && open == session(message) {
        counter(context).open(message);
    }
}

unsafe extern "C" fn did_perform_action(context: *mut c_void, state: *const State, action: *const Action) {
    match (*action).id.as_str() {
        Some("add") => counter(context).add(),
        Some("stage") => counter(context).stage(state),
        _ => {}
    }
}

static CONTROLLER: Controller = Controller {
    will_become_active: Some(will_become_active),
    did_select: Some(did_select),
    did_receive: Some(did_receive),
    ..Controller::new()
};

static DELEGATE: ViewDelegate = ViewDelegate { did_perform_action: Some(did_perform_action), ..ViewDelegate::new() };

/// The tables of callbacks beside the controller, by their ids.
unsafe extern "C" fn table(_: *mut c_void, id: Text) -> *const c_void {
    match id.as_str() {
        Some(VIEW_DELEGATE) => &DELEGATE as *const ViewDelegate as *const c_void,
        _ => std::ptr::null(),
    }
}

unsafe extern "C" fn make_instance(
    _: *mut c_void,
    host: *const Host,
    _: *const Launch,
    instance: *mut Instance,
) -> i32 {
    let (Some(conversation), Some(view)) = (ability(host, CONVERSATION), ability(host, VIEW)) else {
        return ERROR_UNKNOWN;
    };
    // It lives as long as the process.
    let counter = Box::leak(Box::new(Counter { host, conversation, view, count: 0 }));
    (*instance).context = counter as *mut Counter as *mut c_void;
    (*instance).controller = &CONTROLLER;
    (*instance).ability = Some(table);
    OK
}

/// The one function that the library exports.
///
/// # Safety
/// The host calls it with its offer and a place for the answer.
#[no_mangle]
pub unsafe extern "C" fn mayfly_extension_entry(offer: *const Offer, extension: *mut Extension) -> i32 {
    if !((*offer).abi_min..=(*offer).abi_max).contains(&ABI_1_0) {
        (*extension).refusal = Text::new("@NAME@ speaks version 1.0 of the interface only");
        return ERROR_UNKNOWN;
    }
    (*extension).abi_version = ABI_1_0;
    (*extension).make_instance = Some(make_instance);
    OK
}
