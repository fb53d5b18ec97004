import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const jar = process.env.EPUBCHECK ?? '/usr/share/java/epubcheck.jar';
/** Options of a virtual machine that ends after seconds. */
const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'];

/** Why EPUBs cannot be validated here, if so. */
export function whyNoEpubcheck(): string | undefined {
  if (!existsSync(jar)) return `${jar} does not exist; install epubcheck, or set EPUBCHECK`;
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'java is not installed';
  }
}

/** The messages of the validator about a file; none if it is valid. */
export async function epubMessages(file: string): Promise<string[]> {
  const { stdout, stderr } = await promisify(execFile)('java', [...quick, '-jar', jar, file]).catch((failed) => failed);
  const found = `${stdout}\n${stderr}`.split('\n').filter((line) => /^(FATAL|ERROR|WARNING|INFO)/.test(line));
  const isValid = String(stdout).includes('0 fatals / 0 errors / 0 warnings / 0 infos');
  return isValid || found.length > 0 ? found : [`${stdout}\n${stderr}`];
}
