/*
 * Crashes, or does not answer, in the way that its buttons name. Its functions have names that a symbol table keeps.
 */
#include <mayfly/mayfly.h>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "buttons.h"

static const mayfly_view_functions *view;
static const mayfly_log_functions *logger;
static const mayfly_conversation_functions *conversation;
static const mayfly_host *host;
static volatile int sink;

/* The address is what the test looks for. */
__attribute__((noinline)) static void count_votes(void) { *(volatile int *)0x1234 = 1; }

__attribute__((noinline)) static void give_up(void) { abort(); }

/* Leaves return addresses below the stack of its caller. */
__attribute__((noinline)) static int mislead(int depth) {
    volatile char room[16];
    room[0] = (char)depth;
    return depth > 0 ? mislead(depth - 1) + room[0] : getpid();
}

__attribute__((noinline)) static void give_up_misled(void) {
    sink += mislead(60);
    abort();
}

__attribute__((noinline)) static int dig(volatile char *above) {
    volatile char room[4096];
    room[0] = *above;
    /* For ever, which the compiler need not know. */
    if (sink >= 0) {
        sink += dig(room);
    }
    return room[0];
}

/* Runs on the worker's own thread for completions. */
static void dig_aside(void *context, const mayfly_error *error) {
    char top = 1;
    (void)context, (void)error;
    dig(&top);
}

__attribute__((noinline)) static void call_nothing(void) {
    void (*volatile nothing)(void) = NULL;
    nothing();
    sink++;
}

__attribute__((noinline)) static void count_for_ever(void) {
    while (sink >= 0) {
        sink ^= 1;
    }
}

#ifdef HANG_WHILE_OPENED
__attribute__((constructor)) static void hang(void) { count_for_ever(); }
#endif

__attribute__((noinline)) static void wait_for_votes(void) {
    while (sink >= 0) {
        sleep(1000);
    }
}

/* Runs on the worker's own thread for completions. */
static void wait_aside(void *context, const mayfly_error *error) {
    (void)context, (void)error;
    wait_for_votes();
}

/* For half a minute, or until the test writes a byte into the pipe `ear` of the private folder, no handler of a signal runs. */
__attribute__((noinline)) static void wait_deaf_at_first(void) {
    static char path[1100];
    const mayfly_storage_functions *storage = mayfly_ability(host, MAYFLY_STORAGE);
    uint64_t length = storage->private_folder(host, path, sizeof path - 10);
    struct pollfd ear = {-1, POLLIN, 0};
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    snprintf(path + length, sizeof path - length, "/ear");
    ear.fd = open(path, O_RDONLY | O_NONBLOCK);
    poll(&ear, 1, 30000);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    wait_for_votes();
}

#ifdef DEAF
/* It is not even loaded, and no handler of a signal runs. */
__attribute__((constructor)) static void load_deaf(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    wait_for_votes();
}
#endif

/* A mangled name of C++ that stands for types of up to 2^37 parts. */
static void
count_long(void) __asm__("_Z1f1bI1a1aES_IS1_S1_ES_IS2_S2_ES_IS3_S3_ES_IS4_S4_ES_IS5_S5_ES_IS6_S6_ES_IS7_S7_E"
                         "S_IS8_S8_ES_IS9_S9_ES_ISA_SA_ES_ISB_SB_ES_ISC_SC_ES_ISD_SD_ES_ISE_SE_ES_ISF_SF_ES_ISG_SG_E"
                         "S_ISH_SH_ES_ISI_SI_ES_ISJ_SJ_ES_ISK_SK_ES_ISL_SL_ES_ISM_SM_ES_ISN_SN_ES_ISO_SO_ES_ISP_SP_E"
                         "S_ISQ_SQ_ES_ISR_SR_ES_ISS_SS_ES_IST_ST_ES_ISU_SU_ES_ISV_SV_ES_ISW_SW_ES_ISX_SX_ES_ISY_SY_E"
                         "S_ISZ_SZ_ES_IS10_S10_E");

__attribute__((noinline)) static void count_long(void) { *(volatile int *)0x1234 = 1; }

static void *vote_aside(void *argument) {
    count_votes();
    return argument;
}

/* When the callback that started it has returned, and nothing is under way any more. */
static void *vote_soon(void *argument) {
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    count_votes();
    return argument;
}

static pthread_barrier_t barrier;

static void *vote_together(void *argument) {
    pthread_barrier_wait(&barrier);
    if (argument) {
        __builtin_trap();
    }
    count_votes();
    return argument;
}

/* Eight threads crash at once; `motley` of them by another signal. */
static void crash_together(int motley) {
    pthread_t threads[8];
    pthread_barrier_init(&barrier, NULL, 8);
    for (int i = 0; i < 8; i++) {
        pthread_create(&threads[i], NULL, vote_together, i < motley ? &barrier : NULL);
    }
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* Two calls that no extension needs; the second a second time; and a program. The log says what they were answered. */
static void ask_for_more(void) {
    char line[100];
    int sent = kill(getpid(), 0);
    int bound = socket(AF_INET, SOCK_STREAM, 0);
    (void)!socket(AF_INET, SOCK_STREAM, 0);
    snprintf(line, sizeof line, "asked %d %d %d", sent, bound, system("true") != 0);
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
}

/* Fills its own black box with one number, so that every count and address of it is a lie, and crashes past the handler. */
static void forge(int number) {
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) {
        unsigned long start = 0, end = 0;
        if (strstr(line, "mayfly-black-box") && sscanf(line, "%lx-%lx", &start, &end) == 2) {
            for (int *place = (int *)start; place < (int *)end; place++) {
                *place = number;
            }
        }
    }
    signal(SIGSEGV, SIG_DFL);
    count_votes();
}

/* Standard output becomes a pipe that is full and that nobody reads. */
static void crash_before_full_pipe(void) {
    int ends[2];
    char page[4096] = {0};
    /* The pipe gets the lowest numbers that are free. */
    close(0);
    close(1);
    if (pipe(ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0) {
        while (write(ends[1], page, sizeof page) > 0) {
        }
        fcntl(ends[1], F_SETFL, 0);
    }
    printf("almost done");
    count_votes();
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    char id[40];
    pthread_t thread;
    (void)context, (void)state;
    snprintf(id, sizeof id, "%.*s", (int)action->id.length, action->id.data ? action->id.data : "");
    if (!strcmp(id, "write")) {
        printf("counting\n\x1B[31mvotes\n");
        count_votes();
    } else if (!strcmp(id, "mumble")) {
        printf("counting\nalmost ");
        printf("done");
        count_votes();
    } else if (!strcmp(id, "mumble-on")) {
        printf("almost done");
        wait_for_votes();
    } else if (!strcmp(id, "mumble-much")) {
        crash_before_full_pipe();
    } else if (!strcmp(id, "abort")) {
        give_up();
    } else if (!strcmp(id, "misled")) {
        give_up_misled();
    } else if (!strcmp(id, "overflow")) {
        char top = 1;
        dig(&top);
    } else if (!strcmp(id, "completion")) {
        conversation->insert_text(host, mayfly_text("x"), dig_aside, NULL);
        pause();
    } else if (!strcmp(id, "call")) {
        call_nothing();
    } else if (!strcmp(id, "count")) {
        count_for_ever();
    } else if (!strcmp(id, "wait")) {
        wait_for_votes();
    } else if (!strcmp(id, "late")) {
        conversation->insert_text(host, mayfly_text("x"), wait_aside, NULL);
    } else if (!strcmp(id, "deaf-at-first")) {
        wait_deaf_at_first();
    } else if (!strcmp(id, "long-name")) {
        count_long();
    } else if (!strcmp(id, "aside")) {
        pthread_create(&thread, NULL, vote_aside, NULL);
        pthread_join(thread, NULL);
    } else if (!strcmp(id, "soon")) {
        pthread_create(&thread, NULL, vote_soon, NULL);
    } else if (!strcmp(id, "together")) {
        crash_together(0);
    } else if (!strcmp(id, "motley")) {
        crash_together(4);
    } else if (!strcmp(id, "refused")) {
        ask_for_more();
    } else if (!strcmp(id, "own")) {
        signal(SIGSEGV, SIG_DFL);
        count_votes();
    } else if (!strcmp(id, "forge")) {
        forge(SIGSEGV);
    } else if (!strcmp(id, "forge-huge")) {
        forge(-1);
    }
}

static void view_did_load(void *context, const mayfly_state *state) {
    static const char *const ids[] = {"write",     "abort",  "overflow",      "completion", "call",      "aside",
                                      "together",  "motley", "refused",       "own",        "forge",     "forge-huge",
                                      "count",     "wait",   "late",          "mumble",     "mumble-on", "mumble-much",
                                      "long-name", "misled", "deaf-at-first", "soon"};
    char card[2000];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":[");
    (void)context, (void)state;
    end_with_buttons(card, sizeof card, used, ids, sizeof ids / sizeof *ids);
    view->present_view(host, mayfly_text(card));
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_load = view_did_load};

#include "view_delegate.h"

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context, (void)launch;
    host = given;
    view = mayfly_ability(host, MAYFLY_VIEW);
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    logger = mayfly_ability(host, MAYFLY_LOG);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
