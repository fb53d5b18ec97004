import type { Exchange } from './exchange.ts';

export function acceptsHtml({ req }: Exchange): boolean {
  return (req.headers.accept ?? '').includes('text/html');
}

const slashAtEnd = /^[^?]*\/([^/?]+)\/(\?.*)?$/;

/** Sends a browser to the address without a slash at its end, because links of pages are relative. True if it did. */
export function redirectPage(exchange: Exchange): boolean {
  const { req, res, method } = exchange;
  const [, segment, query = ''] = slashAtEnd.exec(req.url ?? '') ?? [];
  if (segment === undefined || !['GET', 'HEAD'].includes(method) || !acceptsHtml(exchange)) return false;
  res.writeHead(308, { location: `../${segment}${query}`, vary: 'accept' }).end();
  return true;
}
