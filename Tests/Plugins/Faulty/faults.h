/* The faults, and what else an option of the compiler chooses. */
#ifndef FAULTY_FAULTS_H
#define FAULTY_FAULTS_H

enum fault {
    none,
    crash_at_launch,
    hang_at_launch,
    no_view,
    slow_launch,
    text_at_launch,
    constructor_thread,
    constructor_files,
    crash_when_larger,
    crash_at_swipe,
    crash_when_smaller,
    crash_at_settings,
    crash_at_end,
    slow_callback,
    slow_resign,
    slow_transition,
    no_arabic,
    no_regions,
    more_threads,
    more_descriptors,
    more_memory,
    half_written_call,
    unknown_element,
    empty_compact,
    empty_expanded,
    silent_picture,
    double_ids,
    crash_at_tap,
    no_stage,
    crash_at_cancel,
    crash_at_second_stage,
    crash_at_send,
    crash_at_bubble,
    no_view_of_bubble,
    crash_at_answer,
    crash_at_receive,
    crash_at_select,
    no_summary,
    no_spoken_text,
    new_session,
    network,
    trace_me,
    key_ring,
    bad_call,
    prints,
    slow_start,
    much_memory,
    wakes_up,
    large_picture,
    answers_once,
    takes_newest,
    takes_any_version,
    any_table,
    known_contexts_only,
    needs_calls,
    needs_success,
    needs_answer_at_once,
    needs_messages,
    exact_sizes,
    active_when_warned,
    crash_after_tap,
    constructor_writes,
    half_written_stage,
    half_read_session,
    asks_servers,
    no_delegates
};

#ifndef FAULT
#define FAULT none
#endif
/* The callback after whose end a kill leaves what the next launch does not survive. */
#ifndef KILLED_AFTER
#define KILLED_AFTER ""
#endif
/* A table of host functions without which it crashes. */
#ifndef NEEDS
#define NEEDS ""
#endif

#endif
