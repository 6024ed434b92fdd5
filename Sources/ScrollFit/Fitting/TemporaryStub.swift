struct Expression {}
