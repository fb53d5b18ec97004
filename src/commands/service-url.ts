import { z } from 'zod';
import { type Config, plainValue } from '../config.ts';
import { urlOf } from './address.ts';
import { type Terminal, UsageError } from './command.ts';

/** URL of the running service for clients on this machine: FABULA_URL, or HOST and PORT. No trailing slash. */
export function serviceUrl(config: Config, env: Terminal['env']): string {
  const given = plainValue(env, 'FABULA_URL');
  if (!given && config.port === 0)
    throw new UsageError('FABULA_URL: with PORT=0 the port is unknown; set it to the address that the server printed.');
  const parsed = z.url({ protocol: /^https?$/ }).safeParse(given ?? urlOf(config));
  if (!parsed.success) throw new UsageError('FABULA_URL: must be a URL that begins with http:// or https://.');
  return parsed.data.replace(/\/+$/, '');
}

/** URL for a browser, possibly on another machine: PUBLIC_URL before HOST and PORT. */
export function browserUrl(config: Config, env: Terminal['env']): string {
  if (!plainValue(env, 'FABULA_URL') && config.publicUrl) return config.publicUrl;
  return serviceUrl(config, env);
}
