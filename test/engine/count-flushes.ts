import fs from 'node:fs';
import process from 'node:process';

// Loaded into every thread of a child: appends one byte per completed flush. The next flush fails once
// if the file `.fail` exists.
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
