import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext, type SecureVersion } from 'node:tls';
import { AddressError } from './parts.ts';

/** TLS of connections: none, if the server offers it, or with these options. */
export type Tls = false | 'prefer' | TlsOptions;

type TlsOptions = Pick<
  ConnectionOptions,
  'rejectUnauthorized' | 'checkServerIdentity' | 'ca' | 'cert' | 'key' | 'passphrase' | 'minVersion'
>;

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;
type Mode = (typeof modes)[number];

/** Other names of the modes: `ssl=true` of JDBC and Heroku. */
const flags: Readonly<Record<string, Mode>> = { true: 'require', '1': 'require', false: 'disable', '0': 'disable' };

/** Takes the TLS parameters of an address. A server on this machine is asked for TLS only if the address says so. */
export function tlsOf(taken: (name: string) => string | undefined, isLocal: boolean): Tls {
  const [flag, given] = [taken('ssl'), taken('sslmode')];
  const [root, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map(taken);
  const [passphrase, minVersion] = [taken('sslpassword'), taken('ssl_min_protocol_version')];
  const usual: Mode = root === 'system' ? 'verify-full' : isLocal ? 'disable' : 'prefer';
  const mode = given === undefined ? (flags[flag ?? ''] ?? (flag as Mode | undefined) ?? usual) : (given as Mode);
  if (!modes.includes(mode))
    throw new AddressError(`sslmode cannot be ${JSON.stringify(mode)}. It is one of ${modes.join(', ')}.`);
  if (mode === 'disable') return false;
  const hasFiles = root !== undefined || cert !== undefined || key !== undefined;
  if ((mode === 'prefer' || mode === 'allow') && !hasFiles) return 'prefer';
  return usable({
    ...checks(mode, root),
    ...(root && root !== 'system' ? { ca: certificateIn('sslrootcert', root) } : {}),
    ...(cert ? { cert: fileOf('sslcert', cert) } : {}),
    ...(key ? { key: fileOf('sslkey', key) } : {}),
    ...(passphrase ? { passphrase } : {}),
    ...(minVersion ? { minVersion: minVersion as SecureVersion } : {}),
  });
}

/** Throws for a client certificate, a key or a version that TLS cannot use. Later the driver would only fail to connect. */
function usable(options: TlsOptions): TlsOptions {
  try {
    createSecureContext(options);
    return options;
  } catch {
    throw new AddressError(
      'sslcert, sslkey, sslpassword or ssl_min_protocol_version cannot be used. Give a certificate and its key in PEM, and a version such as TLSv1.2.',
    );
  }
}

/** The certificate of an authority, in PEM. */
export function certificateIn(parameter: string, path: string): Buffer {
  const pem = fileOf(parameter, path);
  try {
    new X509Certificate(pem);
    return pem;
  } catch {
    throw new AddressError(
      `${parameter} names ${path}, which is no certificate. Give the file of the authority in PEM.`,
    );
  }
}

/** As libpq does: `require` with a root certificate checks the certificate, and only `verify-full` the name of the host. */
function checks(mode: Mode, root: string | undefined): TlsOptions {
  if (mode === 'verify-full') return { rejectUnauthorized: true };
  const isChecked = mode === 'verify-ca' || (mode !== 'no-verify' && root !== undefined);
  return isChecked ? { rejectUnauthorized: true, checkServerIdentity: () => undefined } : { rejectUnauthorized: false };
}

function fileOf(parameter: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new AddressError(
      `${parameter} names ${path}, which cannot be read. Give the path of the file on this machine.`,
    );
  }
}
