import fs from 'node:fs';
import process from 'node:process';

// Loaded into every thread of a child: writes one byte for each flush that has come back from the disk, and lets the
// next one fail once, when there is a file that says so.
const log = String(process.env.FLUSH_LOG);
const { fdatasyncSync } = fs;
fs.fdatasyncSync = (descriptor) => {
  if (fs.existsSync(`${log}.fail`)) {
    fs.rmSync(`${log}.fail`);
    throw new Error('EIO: i/o error, fdatasync');
  }
  fdatasyncSync(descriptor);
  fs.appendFileSync(log, '.');
};
