import { type Exchange, requireMethod, sendJson } from '../../http/exchange.ts';

/** Where the metadata of the protected resource are: by themselves, and for /mcp (RFC 9728, 3.1). */
const metadataPath = '/.well-known/oauth-protected-resource';

/** Endpoints of authorization servers, which clients try when they have no valid key. None of them exists here. */
const endpoints = /^\/(?:register|authorize|token)$|\/\.well-known\/(?:oauth-[^/]+|openid-configuration)(?:\/.*)?$/;

/** `WWW-Authenticate` parameter that tells clients where to read that only keys are taken. */
export function resourceMetadata(publicUrl: string): string {
  return `resource_metadata="${publicUrl}${metadataPath}/mcp"`;
}

/** Answers a client that tries to sign in, in the form that it understands. Undefined for any other path. */
export function signInAnswer({ path }: Exchange, publicUrl: () => string): ((exchange: Exchange) => void) | undefined {
  if (path === metadataPath || path === `${metadataPath}/mcp`) return (exchange) => describe(exchange, publicUrl());
  return endpoints.test(path) ? (exchange) => refuse(exchange, publicUrl()) : undefined;
}

/** Metadata without authorization servers: the only way in is a key in a header. */
function describe(exchange: Exchange, publicUrl: string): void {
  requireMethod(exchange, ['GET', 'HEAD']);
  sendJson(exchange, 200, {
    resource: `${publicUrl}/mcp`,
    resource_name: 'Fabula',
    bearer_methods_supported: ['header'],
    resource_documentation: aboutKeys(publicUrl),
  });
}

/** In the form of RFC 6749, 5.2. */
function refuse(exchange: Exchange, publicUrl: string): void {
  sendJson(exchange, 404, {
    error: 'invalid_request',
    error_description: `Fabula takes keys: send Authorization: Bearer <API_KEY>. ${aboutKeys(publicUrl)} says how to make one.`,
  });
}

function aboutKeys(publicUrl: string): string {
  return `${publicUrl}/#key`;
}
