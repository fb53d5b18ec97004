/** The embedded engine makes each file of its log in this size. A recovery needs one. */
export const logFileBytes = 16 * 1024 * 1024;

/** With less free space the embedded engine gets no writes: without room for its log it ends. */
export const databaseBytesMin = 2 * logFileBytes;

/** Part of the answer of `statfs`. */
interface DiskSpace {
  bavail: number;
  bsize: number;
}

export const freeBytesOf = ({ bavail, bsize }: DiskSpace): number => bavail * bsize;
