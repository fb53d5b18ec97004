import { finished } from 'node:stream';
import type { PageView } from '../../domain/leaving/analytics/rules.ts';
import type { Exchange } from '../../http/exchange.ts';
import { clientAddress, isReader } from '../../http/views.ts';
import { networkOf } from '../../limits/auth-failures.ts';
import type { OpenedPage } from './reader.ts';

/** Records a page view once the page is sent with 200 or 304. Images and audio of a page do not count. */
export function noteView(
  exchange: Exchange,
  opened: OpenedPage,
  { proxies, note }: { proxies: number; note: (view: PageView) => void },
): void {
  const { res, req } = exchange;
  if (!isReader(exchange)) return;
  const view = {
    ...opened,
    address: networkOf(clientAddress(exchange, proxies)),
    agent: req.headers['user-agent'] ?? '',
  };
  finished(res, (error) => {
    if (!error && [200, 304].includes(res.statusCode)) note(view);
  });
}
