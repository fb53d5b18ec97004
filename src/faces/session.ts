import { z } from 'zod';
import { invalidRequest, ServiceError } from '../errors.ts';
import type { Services } from '../graphql/services.ts';
import { readBody } from '../http/body.ts';
import { type Exchange, requireMethod, sendJson } from '../http/exchange.ts';
import { clientAddress } from '../http/views.ts';
import { networkOf } from '../limits/auth-failures.ts';
import { Burst, rateLimited } from '../limits/burst.ts';

const bodyBytesMax = 4 * 1024;
/** Wrong codes per network and minute (ours). A valid code is never refused. */
const failuresPerMinute = 30;

/** The part of the service that this route needs. */
interface SignIn {
  services: Pick<Services, 'config'>;
  /** Exchanges a one-time code for a session key; undefined if the code is not valid. */
  signIn(code: string): Promise<object | undefined>;
}

const request = z.strictObject({ code: z.string().max(200) });

/** `POST /session`: exchanges the code of a sign-in link for a session key. Only pages of this service may call it. */
export function sessionFace(service: SignIn): (exchange: Exchange) => Promise<void> {
  const failures = new Burst(failuresPerMinute);
  const { config } = service.services;
  return async (exchange) => {
    requireMethod(exchange, ['POST']);
    refuseOtherSites(exchange, config.publicUrl);
    const body = request.safeParse(await readBody(exchange, { bytesMax: bodyBytesMax, types: {} }));
    if (!body.success) throw invalidRequest([{ path: 'code', message: 'must be the code of a sign-in link.' }]);
    const session = await service.signIn(body.data.code);
    if (session) return sendJson(exchange, 201, { data: session });
    const draw = failures.take(networkOf(clientAddress(exchange, config.trustedProxies)));
    if (draw && draw.waitMs > 0) throw rateLimited('Too many wrong sign-in codes came from this address.', draw.waitMs);
    throw new ServiceError(
      'invalid_token',
      'This sign-in link has been used or has expired. Print a new one: npm run -s login',
    );
  };
}

/** Throws `forbidden_origin` unless a page of this service sends the request. */
function refuseOtherSites({ req: { headers } }: Exchange, publicUrl: string | undefined): void {
  const { origin = '', host = '' } = headers;
  const site = headers['sec-fetch-site'];
  const sender = URL.canParse(origin) ? new URL(origin) : undefined;
  // A proxy may change `Host`. The public URL is then the origin of our pages.
  const isPublic = publicUrl !== undefined && sender?.origin === new URL(publicUrl).origin;
  const isOwn = isPublic || sender?.host === host.toLowerCase();
  if (sender && isOwn && (site === undefined || site === 'same-origin')) return;
  throw new ServiceError(
    'forbidden_origin',
    'Only a page of this service may sign in. Open the sign-in link itself; behind a proxy, set PUBLIC_URL to the address in the browser.',
  );
}
