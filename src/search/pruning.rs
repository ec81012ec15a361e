//! The rules by which the search looks less deeply, or not at all, at what is unlikely to matter. Each rule is a
//! function of plain numbers: depths in plies, scores in centipawns from the side to move's point of view.

use super::tunables::Tunables;

impl Tunables {
    /// Check extension.
    pub(super) fn extends_check(&self, depth: i32) -> bool {
        depth <= 0 && self.check_extension > 0 || self.check_extension > 1
    }

    /// Reverse futility: near the leaves, a position so far above beta will hardly fall below it.
    pub(super) fn is_far_above(&self, depth: i32, estimate: i32, beta: i32, improving: bool) -> bool {
        depth <= self.reverse_futility_depth
            && estimate - self.reverse_futility_margin * (depth - i32::from(improving)) >= beta
    }

    /// Razoring: near the leaves, a position so far below alpha is only worth a look at captures.
    pub(super) fn is_far_below(&self, depth: i32, estimate: i32, alpha: i32) -> bool {
        depth <= self.razoring_depth
            && estimate + self.razoring_base + self.razoring_slope * depth * depth < alpha
    }

    /// Null move: whether to see if the opponent could do anything with a second move in a row.
    pub(super) fn may_pass(&self, depth: i32, estimate: i32, beta: i32) -> bool {
        depth >= self.null_depth && estimate >= beta
    }

    /// The depth left after a null move.
    pub(super) fn depth_after_pass(&self, depth: i32, estimate: i32, beta: i32) -> i32 {
        depth - self.null_base - depth / self.null_slope - ((estimate - beta) / self.null_margin).min(3)
    }

    /// Internal iterative reduction: without a hash move the order of moves is poor, and time better spent elsewhere.
    pub(super) fn depth_without_hash_move(&self, depth: i32) -> i32 {
        depth - i32::from(depth >= self.internal_reduction_depth)
    }

    /// Late move pruning: the number of moves after which near the leaves no quiet one is searched.
    pub(super) fn most_moves(&self, depth: i32, improving: bool) -> usize {
        if depth > self.late_move_depth {
            return usize::MAX;
        }
        let moves = (self.late_move_base + depth * depth) as usize;
        if improving { moves } else { moves / 2 + 1 }
    }

    /// Futility: near the leaves, a quiet move will hardly lift a position that is so far below alpha.
    pub(super) fn is_futile(&self, depth: i32, estimate: i32, alpha: i32) -> bool {
        depth <= self.futility_depth && estimate + self.futility_base + self.futility_slope * depth <= alpha
    }

    /// Exchange pruning: a move that loses more material than this (a negative number) near the leaves is not searched.
    pub(super) fn most_loss(&self, depth: i32, quiet: bool) -> i32 {
        if depth > self.exchange_depth {
            return i32::MIN / 2;
        }
        let slope = if quiet {
            self.exchange_quiet
        } else {
            self.exchange_tactical
        };
        -slope * depth
    }

    /// Late move reduction in 1/1024 of a ply: the product of the logarithms of depth and move number.
    pub(super) fn reduction(&self, depth: i32, number: usize) -> i32 {
        let log = |n: usize| LOGARITHMS[n.min(LOGARITHMS.len() - 1)];
        self.reduction_base + log(depth.max(1) as usize) * log(number) / self.reduction_divisor
    }
}

/// Binary logarithms in 1/1024.
static LOGARITHMS: [i32; 256] = {
    let mut table = [0; 256];
    let mut number = 1;
    while number < table.len() {
        table[number] = logarithm(number);
        number += 1;
    }
    table
};

/// The binary logarithm of a positive number in 1/1024, from integers alone: it must be the same on every machine.
const fn logarithm(number: usize) -> i32 {
    let whole = number.ilog2();
    // A number from 1 to 2 with 32 binary places; squaring it doubles its logarithm.
    let mut mantissa = (number as u64) << (32 - whole);
    let mut log = whole as i32;
    let mut place = 0;
    while place < 10 {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        let bit = (mantissa >> 33) as i32;
        mantissa >>= bit;
        log = log * 2 + bit;
        place += 1;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for number in 1..256 {
            let exact = f64::from(number as u32).log2() * 1024.0;
            assert!((f64::from(logarithm(number)) - exact).abs() <= 1.0, "{number}");
        }
    }
}
