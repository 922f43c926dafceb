/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Holds the layout of version 1.0 on 64-bit machines: a field that moves breaks the build here.
 * Sizes may only grow, by fields at the end; what is listed stays.
 */
#include "mayfly/mayfly.h"

#define HOLDS(type, field, offset) _Static_assert(offsetof(type, field) == (offset), #type "." #field " has moved")

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(mayfly_string) == 16, "mayfly_string never grows");
_Static_assert(sizeof(mayfly_uuid) == 16, "mayfly_uuid never grows");
HOLDS(mayfly_error, message, 16);
HOLDS(mayfly_template_layout, image_file, 8);
HOLDS(mayfly_template_layout, trailing_subcaption, 120);
HOLDS(mayfly_template_layout, image_bytes, 136);
HOLDS(mayfly_template_layout, image_size, 144);
HOLDS(mayfly_message, session, 8);
HOLDS(mayfly_message, url, 24);
HOLDS(mayfly_message, error, 80);
HOLDS(mayfly_sticker, description, 24);
HOLDS(mayfly_conversation, local_participant, 8);
HOLDS(mayfly_conversation, selected_message, 32);
HOLDS(mayfly_state, active_conversation, 16);
HOLDS(mayfly_controller, view_did_load, 8);
HOLDS(mayfly_controller, did_receive_memory_warning, 136);
HOLDS(mayfly_host, ability, 8);
HOLDS(mayfly_offer, host_version, 32);
HOLDS(mayfly_launch, locale, 32);
HOLDS(mayfly_instance, ability, 24);
HOLDS(mayfly_extension, refusal, 24);
HOLDS(mayfly_conversation_functions, make_session, 88);
HOLDS(mayfly_view_functions, present_view, 8);
HOLDS(mayfly_view_delegate, did_perform_action, 8);
HOLDS(mayfly_action, inputs, 40);
HOLDS(mayfly_action, verb, 48);
HOLDS(mayfly_input, value, 24);
HOLDS(mayfly_sticker_functions, supply_sticker, 24);
HOLDS(mayfly_sticker_source, sticker_at, 16);
HOLDS(mayfly_log_functions, log, 8);
HOLDS(mayfly_more_time_functions, extend, 8);
HOLDS(mayfly_storage_functions, private_folder, 8);
HOLDS(mayfly_gesture_delegate, did_swipe, 8);
HOLDS(mayfly_session_history_functions, read_session, 8);
HOLDS(mayfly_session_state_functions, get_state, 8);
HOLDS(mayfly_session_state_functions, put_state, 16);
HOLDS(mayfly_http_header, value, 24);
HOLDS(mayfly_fetch_request, headers, 40);
HOLDS(mayfly_fetch_request, body_size, 56);
HOLDS(mayfly_network_functions, fetch, 8);
HOLDS(mayfly_photos_functions, choose_photo, 8);
HOLDS(mayfly_camera_functions, take_picture, 8);
HOLDS(mayfly_product, currency, 48);
HOLDS(mayfly_purchase_functions, buy_product, 24);
HOLDS(mayfly_payment_request, currency, 32);
HOLDS(mayfly_payment_functions, request_payment, 8);
HOLDS(mayfly_setting, value, 24);
HOLDS(mayfly_settings_functions, read_settings, 8);
HOLDS(mayfly_settings_delegate, did_change_settings, 8);
#endif
