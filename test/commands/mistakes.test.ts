import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';
import { environment } from '../../src/environment.ts';
import { expectOneLine, ownDirectory, run, runHere } from './support.ts';

ownDirectory();

describe('a setting', () => {
  it.each([
    ['HOST', 'http://127.0.0.1'],
    ['PORT', '70000'],
    ['PORT', '4e3'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_DIRECT_URL', 'localhost'],
    ['DATABASE_DIRECT_URL', 'postgres://localhost/only-this-one'],
    ['DATABASE_PREPARE', 'yes'],
    ['PUBLIC_URL', 'fabula.example'],
    ['PUBLIC_URL', 'https://fabula.example/?a=b'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://a.example, https://b.example/path'],
    ['ALLOWED_HOSTS', '*'],
    ['ALLOWED_HOSTS', 'fabula, https://b.example'],
    ['ALLOWED_HOSTS', 'fabula/x'],
    ['HOST', '127.0.0.1:4000'],
    ['DATA_DIR', '~/books'],
    ['PORT', '"4000'],
    ['PORT', '4000 # of the proxy'],
    ['CHAPTER_MODEL_DRAFT', 'gpt-5 # the cheap one'],
    ['CHAPTER_MODEL_DRAFT', "gpt-5'"],
    ['OPENAI_API_KEY', '$MY_KEY'],
    ['OPENAI_API_KEY', '"sk-1'],
    ['OPENAI_BASE_URL', 'https://api.example/v1?key=1'],
    ['ALLOWED_ORIGINS', '"https://a.example","https://b.example"'],
    ['OPENAI_API_KEY', 'two words'],
    ['OPENAI_BASE_URL', 'api.openai.com'],
    ['GENERATION_SECONDS_MAX', '301'],
    ['GENERATION_SECONDS_MAX', '0'],
    ['GENERATION_IDLE_SECONDS_MAX', '1.5'],
    ['LIMIT_REQUESTS_PER_MINUTE', 'many'],
    ['LIMIT_PLAN_PER_MINUTE', '-1'],
    ['LIMIT_PROVIDER_PER_MINUTE', '1e9'],
    ['LIMIT_PROVIDER_CONCURRENT', '99999999999'],
    ['QUOTA_CHAPTERS_PER_DAY', '-1'],
    ['MODEL_PRICES', 'gpt-5=1/2'],
    ['MODEL_PRICES', 'gpt-5=1/0.1/10,gpt-5=2/0.2/20'],
    ['MODEL_PRICES', 'gpt-5=1/0.1/ten'],
    ['MODEL_LIMITS', 'llama3=8192'],
    ['MODEL_LIMITS', 'llama3=8k/4k'],
    ['MODEL_LIMITS', 'llama3=4096/8192'],
    ['MODEL_LIMITS', 'llama3=8192/0'],
    ['MODEL_LIMITS', 'llama3=8192/4096,llama3=8192/2048'],
    ['PROMPT_TOKENS_MAX', '1499'],
    ['MODEL_SETTINGS', 'temperature=1'],
    ['MODEL_SETTINGS', '{"gpt-5": 1}'],
    ['MODEL_SETTINGS', '{"gpt-5": {"messages": []}}'],
    ['MODEL_SETTINGS', '{"gpt-5": {"response_format": {}}}'],
    ['PERSISTED_OPERATIONS_ONLY', 'yes'],
    ['PERSISTED_OPERATIONS_ONLY', 'on'],
    ['EXECUTOR', 'fast'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s is rejected in one line that names it', (name, value) => {
    const wrong = () => readConfig({ [name]: value });
    expect(wrong).toThrow(ConfigError);
    expect(wrong).toThrow(new RegExp(`^${name}: [^\\n]+\\.$`));
  });

  const defaults = Object.entries(environment.parse({})).filter(([, value]) => value !== '' && !Array.isArray(value));
  it.each(defaults)('%s is read in quotes and blanks', (name, value) => {
    expect(readConfig({ [name]: ` "${value}"\r` })).toEqual(readConfig({ [name]: String(value) }));
    expect(readConfig({ [name]: `' ${value} '` })).toEqual(readConfig({ [name]: String(value) }));
    expect(() => readConfig({ [name]: `"${value}` })).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });

  it.each(['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'DATABASE_URL'])('%s is never shown in an error', (name) => {
    expect(() => readConfig({ [name]: 'hush hush' })).toThrow(/^(?!.*hush)/);
  });

  it.each<[string, string, object]>([
    ['DATA_DIR', '/srv/My #1', { dataDir: '/srv/My #1' }],
    ['SPEECH_VOICE', 'Voice #2', { speech: { voice: 'Voice #2' } }],
    ['OPENAI_API_KEY', '$ecret123', { text: { apiKey: '$ecret123' } }],
    ['IMAGE_MODEL', 'Stable Diffusion XL', { image: { model: 'Stable Diffusion XL' } }],
    ['OPENAI_BASE_URL', 'https://a.example/models', { text: { baseUrl: 'https://a.example/models' } }],
    ['PORT', '"4000"', { port: 4000 }],
    ['PORT', "' 80 '", { port: 80 }],
    ['PORT', '""', { port: 4000 }],
    ['DATA_DIR', '"/var/lib/my books"', { dataDir: '/var/lib/my books' }],
    ['LOG_LEVEL', "'warn'", { logLevel: 'warn' }],
    ['OPENAI_API_KEY', '"sk-1"', { text: { apiKey: 'sk-1' } }],
    ['OPENAI_API_KEY', 'sk-1\r\n', { text: { apiKey: 'sk-1' } }],
    ['OPENAI_BASE_URL', '"https://a.example/v1/"', { text: { baseUrl: 'https://a.example/v1' } }],
    ['OPENAI_BASE_URL', 'https://a.example/v1/chat/completions', { text: { baseUrl: 'https://a.example/v1' } }],
    ['OPENAI_BASE_URL', 'https://a.example/chat/completions/', { text: { baseUrl: 'https://a.example' } }],
    ['OPENAI_BASE_URL', 'https://a.example/completions/v1', { text: { baseUrl: 'https://a.example/completions/v1' } }],
    ['SPEECH_BASE_URL', 'https://a.example/v1/audio/speech', { speech: { baseUrl: 'https://a.example/v1' } }],
    ['IMAGE_BASE_URL', 'https://a.example/v1/images/generations', { image: { baseUrl: 'https://a.example/v1' } }],
    ['ALLOWED_ORIGINS', 'HTTPS://A.example:443/, app://B,', { allowedOrigins: ['https://a.example', 'app://b'] }],
    [
      'MODEL_LIMITS',
      '"m = 8192 / 4096 ,"',
      { modelLimits: new Map([['m', { contextTokens: 8192, outputTokens: 4096 }]]) },
    ],
    ['MODEL_SETTINGS', `'{"m": {"seed": 1}}'`, { modelSettings: { m: { seed: 1 } } }],
    ['MODEL_SETTINGS', '"{\\"m\\": {\\"seed\\": 1}}"', { modelSettings: { m: { seed: 1 } } }],
    ['MODEL_SETTINGS', '"{\\"m\\": {\\"stop\\": [\\"\\\\n\\"]}}"', { modelSettings: { m: { stop: ['\n'] } } }],
    ['DATABASE_URL', '"postgres://u:p%23@h/db"', { databaseUrl: expect.stringContaining('postgres://u:p%23@h/db') }],
    ['HOST', ' [::1] ', { host: '::1' }],
    ['PORT', ' 80 ', { port: 80 }],
    ['PORT', ' ', { port: 4000 }],
    ['PUBLIC_URL', 'https://fabula.example/', { publicUrl: 'https://fabula.example' }],
    ['ALLOWED_HOSTS', 'Fabula:4000, b.example., 10.0.0.7', { allowedHosts: ['fabula', 'b.example.', '10.0.0.7'] }],
    ['ALLOWED_ORIGINS', 'https://a.example, app://b', { allowedOrigins: ['https://a.example', 'app://b'] }],
    [
      'MODEL_LIMITS',
      'llama3.1:8b=8192/4096, a/b=32768/32768',
      {
        modelLimits: new Map([
          ['llama3.1:8b', { contextTokens: 8192, outputTokens: 4096 }],
          ['a/b', { contextTokens: 32768, outputTokens: 32768 }],
        ]),
      },
    ],
    [
      'MODEL_PRICES',
      'gpt-5-mini=0.25/0.025/2, a/b:c=1/1/1',
      {
        prices: new Map([
          ['gpt-5-mini', { input: 0.25, cachedInput: 0.025, output: 2 }],
          ['a/b:c', { input: 1, cachedInput: 1, output: 1 }],
        ]),
      },
    ],
    ['EXECUTOR', 'graphql-js', { executor: 'graphql-js' }],
    ['OPENAI_API_KEY', 'sk-1\n', { text: { apiKey: 'sk-1', baseUrl: undefined } }],
  ])('%s=%j is accepted', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });

  it('that is invalid stops the start with exit code 2', async () => {
    const line = expectOneLine(await run(['start'], { PORT: 'abc' }), 2);
    expect(line).toBe(
      'fabula: PORT: must be a whole number from 0 to 65535 (it is "abc"). Port; 0 takes a free one and says which.',
    );
  });
});

describe('a missing file of persisted operations', () => {
  it('stops the start with exit code 2', async () => {
    const line = expectOneLine(
      await runHere(['start'], { PORT: '0', PERSISTED_OPERATIONS: '/nowhere/persisted.json' }),
      2,
    );
    expect(line).toMatch(/^fabula: PERSISTED_OPERATIONS: \/nowhere\/persisted\.json: ENOENT/);
  });
});

describe('the command line', () => {
  it.each([
    ['start', 'npm start'],
    ['login', 'npm run -s login'],
    ['token', 'npm run -s token'],
    ['mcp', 'npm run -s mcp'],
    ['migrate', 'npm run db:migrate'],
    ['demo', 'npm run demo'],
  ])('explains %s with --help', async (command, begins) => {
    const { code, stdout, stderr } = await runHere([command, '--help'], { PORT: 'not even looked at' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.startsWith(begins)).toBe(true);
  });

  it('lists the commands with --help', async () => {
    const { code, stdout } = await runHere(['--help']);
    expect(code).toBe(0);
    for (const line of [
      'npm start',
      'npm run -s login',
      'npm run -s token',
      'npm run -s mcp',
      'npm run db:migrate',
      'npm run demo',
    ])
      expect(stdout).toContain(line);
  });

  it.each([
    ['an unknown command', ['begin'], 'There is no command begin.'],
    ['an inherited property as command', ['constructor'], 'There is no command constructor.'],
    ['an unknown option', ['start', '--sample'], "Unknown option '--sample'. See: npm run -s start -- --help"],
    ['an extra argument', ['migrate', 'now'], 'Unexpected argument now.'],
    ['token without a verb', ['token'], 'Say create, list, rotate or revoke.'],
    ['an inherited property as verb', ['token', 'toString'], 'Say create, list, rotate or revoke.'],
    ['a token without an account', ['token', 'create'], '--account: is required.'],
    ['an account without a name', ['token', 'create', '--account'], "Option '--account <value>' argument missing."],
    ['an unknown scope', ['token', 'create', '--account', 'a', '--scopes', 'books:burn'], '--scopes: '],
    ['zero days', ['token', 'create', '--account', 'a', '--expires-days', '0'], '--expires-days: '],
    ['non-numeric days', ['token', 'create', '--account', 'a', '--expires-days', 'two'], '--expires-days: '],
    ['an unknown key purpose', ['token', 'create', '--for', 'cursor'], '--for: must be mcp (it is "cursor").'],
    ['a revocation without an id', ['token', 'revoke'], 'Say which: '],
    ['a short premise', ['demo', '--premise', 'short'], '--premise: '],
    ['zero chapters', ['demo', '--chapters', '0'], '--chapters: '],
    ['a malformed book id', ['demo', '--book', '../../account'], '--book: '],
  ])('rejects %s in one line', async (_what, args, says) => {
    expect(expectOneLine(await runHere(args), 2)).toContain(`fabula: ${says}`);
  });
});
