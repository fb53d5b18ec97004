import type { IncomingMessage } from 'node:http';
import { invalidRequest } from '../errors.ts';
import { headerValues } from './header.ts';

/** Throws `invalid_request` for two lines of Host (RFC 9112, 3.2): a proxy may have looked at the other one. */
export function refuseSecondHost(req: IncomingMessage): void {
  if (headerValues(req, 'host').length > 1)
    throw invalidRequest([{ path: 'host', message: 'is sent twice. Send one header Host.' }]);
}
