internal import CSeccomp

extension SystemCallFilter {
    /// Allows a call when its arguments meet all conditions.
    static func allow(_ name: String, when conditions: scmp_arg_cmp..., in filter: scmp_filter_ctx) {
        add(mayfly_seccomp_allow(), name, conditions, to: filter)
    }

    /// Answers a call with an error instead of the filter's usual refusal, when its arguments meet all conditions.
    static func refuse(
        _ name: String,
        with error: Int32,
        when conditions: scmp_arg_cmp...,
        in filter: scmp_filter_ctx
    ) {
        add(mayfly_seccomp_refuse(UInt16(error)), name, conditions, to: filter)
    }

    /// A call that this processor does not have needs no rule.
    private static func add(
        _ action: UInt32,
        _ name: String,
        _ conditions: [scmp_arg_cmp],
        to filter: scmp_filter_ctx
    ) {
        let number = seccomp_syscall_resolve_name(name)
        guard number >= 0 else { return }
        _ = seccomp_rule_add_exact_array(filter, action, number, UInt32(conditions.count), conditions)
    }
}

/// Conditions of rules. A filter sees each argument as 64 bits. Where the parameter of the call has 32 bits, the kernel
/// ignores the upper half, which a program can set at will. So a condition must either ignore the upper half too, or
/// not be met when any bit of it is set. libseccomp's comparisons of 32 bits do neither.
extension scmp_arg_cmp {
    /// The lower 32 bits of an argument are this number. For parameters of 32 bits or less.
    static func equals(_ argument: UInt32, _ number: UInt32) -> Self {
        masked(argument, UInt64(UInt32.max), UInt64(number))
    }

    /// The bits of `mask` in an argument have this value; all other bits are ignored.
    static func masked(_ argument: UInt32, _ mask: UInt64, _ value: UInt64) -> Self {
        Self(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }

    /// All 64 bits of an argument are a number below this one.
    static func isBelow(_ argument: UInt32, _ number: UInt64) -> Self {
        Self(arg: argument, op: SCMP_CMP_LT, datum_a: number, datum_b: 0)
    }

    /// All 64 bits of an argument are this number or a higher one: the opposite of `isBelow`.
    static func isAtLeast(_ argument: UInt32, _ number: UInt64) -> Self {
        Self(arg: argument, op: SCMP_CMP_GE, datum_a: number, datum_b: 0)
    }
}
