#include <sqlite3.h>

// Macros with casts are not imported: SQLite copies what is bound so.
static inline int scrollfit_bind_text(sqlite3_stmt *statement, int place, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, place, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int scrollfit_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_TRANSIENT);
}

// Text in double quotes is a name, and an error where nothing has it, in place of a text.
static inline void scrollfit_take_names_for_names(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
}

// Nobody asks how much memory SQLite has taken, and counting it takes a lock with every block. Without effect once a database has
// been opened.
static inline void scrollfit_count_no_memory(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// Extended result codes are such macros too: a disk that fails, or a file that would grow beyond its limit.
static inline int scrollfit_is_write_failure(int extended_code) {
  switch (extended_code) {
  case SQLITE_IOERR_WRITE:
  case SQLITE_IOERR_FSYNC:
  case SQLITE_IOERR_TRUNCATE:
  case SQLITE_IOERR_SHMSIZE: return 1;
  default: return 0;
  }
}
