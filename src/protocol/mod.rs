//! UCI and XBoard.
