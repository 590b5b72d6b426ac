const MIB = 1024 ** 2

/** Limits of uploads, in addition to the settings. */
export const fileLimits = {
  /** Files in one announcement. */
  announcedAtOnce: 100,
  announcementBytes: 32 * 1024,
  announcementsPerMinute: 120,
  /** A file has at most this many pieces, whatever the settings say. */
  pieces: 1_024,
  /** Pieces that one gateway reads or writes at the same time. */
  readingBytes: 16 * MIB,
  /** Share of the connections to the database that pieces may hold, each while it is written. */
  connectionShare: 0.2,
  waitingToBeWritten: 16,
  /** Free space that uploads leave on the disk. */
  freeBytes: 1024 * MIB,
} as const
