import net from 'net'
import tls from 'tls'
import crypto from 'crypto'
import Stream from 'stream'
import { performance } from 'perf_hooks'

import { stringify, handleValue, arrayParser, arraySerializer } from './types.js'
import { Errors } from './errors.js'
import Result from './result.js'
import Queue from './queue.js'
import { Query, CLOSE } from './query.js'
import b from './bytes.js'
import { PeerTimeout } from '../../peer-timeout.ts'

export default Connection

let uid = 1

const Sync = b().S().end()
    , Flush = b().H().end()
    , SSLRequest = b().i32(8).i32(80877103).end(8)
    , ExecuteUnnamed = Buffer.concat([b().E().str(b.N).i32(0).end(), Sync])
    , DescribeUnnamed = b().D().str('S').str(b.N).end()
    , noop = () => { /* noop */ }

/** Milliseconds: most statements end sooner, and cancelling takes a connection to the server. */
const cancelAfterMs = 50
/** Milliseconds after a cancellation in which it may still hit another statement. A pooler passes it on late. */
const strayMs = 1000

const retryRoutines = new Set([
  'FetchPreparedStatement',
  'RevalidateCachedQuery',
  'transformAssignedExpr'
])

const errorFields = {
  83  : 'severity_local',    // S
  86  : 'severity',          // V
  67  : 'code',              // C
  77  : 'message',           // M
  68  : 'detail',            // D
  72  : 'hint',              // H
  80  : 'position',          // P
  112 : 'internal_position', // p
  113 : 'internal_query',    // q
  87  : 'where',             // W
  115 : 'schema_name',       // s
  116 : 'table_name',        // t
  99  : 'column_name',       // c
  100 : 'data type_name',    // d
  110 : 'constraint_name',   // n
  70  : 'file',              // F
  76  : 'line',              // L
  82  : 'routine'            // R
}

function Connection(options, queues = {}, { onopen = noop, onroom = noop, onhold = noop, onstray = noop, onend = noop, onclose = noop } = {}, previous = null) {
  const {
    sslnegotiation,
    ssl,
    max,
    user,
    host,
    port,
    database,
    parsers,
    binary_parsers,
    transform,
    onnotice,
    onnotify,
    onparameter,
    max_pipeline,
    keep_alive,
    backoff,
    application_name,
    column_check,
    target_session_attrs
  } = options

  const sent = Queue()
      , id = uid++
      , backend = { pid: null, secret: null }
      , idleTimer = timer(end, options.idle_timeout)
      , lifeTimer = timer(end, options.max_lifetime)
      , connectTimer = peerTimer(connectTimedOut, options.connect_timeout)

  let socket = null
    , cancelMessage
    , errorResponse = null
    , result = new Result()
    , incoming = Buffer.alloc(0)
    , needsTypes = options.fetch_types
    , backendParameters = {}
    , statements = {}
    , statementId = Math.random().toString(36).slice(2)
    , statementCount = 1
    , remaining = 0
    , length = 0
    , notBefore = 0
    , heardAt = 0
    , sentAt = 0
    , rows = 0
    , serverSignature = null
    , nextWriteTimer = null
    , dead = null
    , isHeld = false
    , isCancelling = false
    , cancelTimer = null
    , clock = null
    , strayUntil = 0
    , address = null
    , localLimitMs = null
    , incomings = null
    , results = null
    , initial = null
    , ending = null
    , stream = null
    , chunk = null
    , ended = null
    , nonce = null
    , query = null
    , final = null

  const connection = {
    queue: queues.closed,
    idleTimer,
    connect(query) {
      initial = query
      setTimeout(connect, previous ? Math.max(0, previous.notBefore - performance.now()) : 0)
    },
    terminate,
    execute,
    cancel,
    withdraw,
    end,
    destroy: die,
    name: application_name ? application_name(id) : undefined,
    get dead() { return dead },
    get notBefore() { return notBefore },
    get isOpen() { return socket !== null && !dead },
    get isAwaitingReply() { return query !== null && initial === null },
    get silentSince() { return Math.max(heardAt, sentAt) },
    count: 0,
    id
  }

  queues.closed && queues.closed.push(connection)

  return connection

  async function createSocket() {
    let x
    try {
      x = options.socket
        ? (await Promise.resolve(options.socket(options)))
        : new net.Socket()
    } catch (e) {
      die(e)
      return
    }
    x.on('error', die)
    x.on('close', closed)
    x.on('drain', drain)
    dead && x.destroy()
    return x
  }

  /** Sends a CancelRequest for another connection and nothing else; the server then closes this one. */
  function cancel({ pid, secret }) {
    cancelMessage = b().i32(16).i32(80877102).i32(pid).i32(secret).end(16)
    connect()
  }

  /** Some reads are over. Those behind the running statement are cancelled when they are the running one. */
  function withdraw() {
    query && isWithdrawn(query) && cancelSoon(query, cancelAfterMs)
  }

  function isWithdrawn(q) {
    return Boolean(q.reads && q.reads.isOver)
  }

  function cancelSoon(q, ms) {
    if (cancelTimer !== null || isCancelling)
      return
    cancelTimer = setTimeout(() => {
      cancelTimer = null
      query === q && !dead && !initial && cancelNow(q, ms)
    }, ms).unref()
  }

  /**
   * The server cancels whatever this connection runs when the request arrives. So nothing more is sent until it has
   * arrived, and a statement that was sent before and is hit is asked once more.
   */
  function cancelNow(q, ms) {
    isCancelling = isHeld = true
    onhold(connection)
    const canceller = Connection({
      ...options,
      ...(address && { host: [address.host], port: [address.port] }),
      path: options.path && (options.cancel_path || options.path),
      shared: { retries: 0, hostIndex: 0 }
    }, {}, { onclose: () => cancelled(q, ms) })
    canceller.cancel(backend)
  }

  function cancelled(q, ms) {
    isCancelling = false
    strayUntil = performance.now() + strayMs
    if (dead)
      return
    // It may not have begun on the server, or be deaf for the moment.
    if (query)
      return query === q ? cancelSoon(q, 2 * ms) : isWithdrawn(query) && cancelSoon(query, cancelAfterMs)
    isHeld = false
    ending ? terminate() : onopen(connection)
  }

  /** Cancels a statement that is late. Inside a transaction the server has a limit of its own. */
  function startClock(q) {
    if (!options.cancel_ms || connection.reserved)
      return
    clock = setTimeout(() => {
      q.isLate = true
      query === q && !dead && cancelSoon(q, cancelAfterMs)
    }, options.cancel_ms).unref()
  }

  /** Whether the answer is that of a cancellation that was meant for another statement. */
  function isStray(q, error) {
    return error.code === '57014' && (isCancelling || performance.now() < strayUntil) && !isWithdrawn(q) && !q.isLate
  }

  function execute(q) {
    // True: a dead connection is in no queue, and must not be moved into one.
    if (dead)
      return (queryError(q, dead), true)

    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS', 'You cannot execute queries during copy'))

    let bytes
    try {
      if (isWithdrawn(q))
        throw Errors.generic('57014', 'Nobody waits for the statement any more')
      // Before anything is noted: a query that cannot be written must not wait for an answer.
      build(q)
      bytes = toBuffer(q)
    } catch (error) {
      queryError(q, error)
      // The answer to the Sync makes an idle connection available again; a pipeline just goes on without the query.
      query === null && (query = q, sentAt = performance.now(), write(Sync))
      return true
    }

    q.state = backend
    query
      ? sent.push(q)
      : (query = q, query.active = true, sentAt = performance.now(), startClock(q))

    // Nothing may follow until all is answered: the statement is not complete, or the socket takes no more.
    isHeld = !write(bytes) || q.describeFirst || q.cursorFn || isHeld

    if (q.options.onexecute)
      return (q.options.onexecute(connection), false)

    if (connection.reserved && options.local_limit)
      localLimitMs = options.local_limit(q.string) ?? localLimitMs

    // A transaction has its connection to itself.
    return !isHeld && (connection.reserved || sent.length < max_pipeline)
  }

  function toBuffer(q) {
    if (q.parameters.length >= 65534)
      throw Errors.generic('MAX_PARAMETERS_EXCEEDED', 'Max number of parameters (65534) exceeded')

    return q.options.simple
      ? b().Q().str(q.statement.string + b.N).end()
      : q.describeFirst
        ? Buffer.concat([describe(q), Flush])
        : q.prepare
          ? q.prepared
            ? prepared(q)
            : Buffer.concat([describe(q), prepared(q)])
          : unnamed(q)
  }

  function describe(q) {
    return Buffer.concat([
      Parse(q.statement.string, q.parameters, q.statement.types, q.statement.name),
      Describe('S', q.statement.name)
    ])
  }

  function prepared(q) {
    return Buffer.concat([
      Bind(q.parameters, q.statement.types, q.statement.name, q.cursorName, binaryColumns(q)),
      q.cursorFn
        ? Execute('', q.cursorRows)
        : ExecuteUnnamed
    ])
  }

  /** The columns to ask for in binary form, which no setting of a session changes; undefined if there are none. */
  function binaryColumns(q) {
    const columns = !q.isRaw && q.statement.columns
    q.isBinary = Boolean(columns) && columns.some(x => x.binary)
    return q.isBinary ? columns : undefined
  }

  function unnamed(q) {
    return Buffer.concat([
      Parse(q.statement.string, q.parameters, q.statement.types),
      DescribeUnnamed,
      prepared(q)
    ])
  }

  function build(q) {
    const parameters = []
        , types = []

    const string = stringify(q, q.strings[0], q.args[0], parameters, types, options)

    !q.tagged && q.args.forEach(x => handleValue(x, parameters, types, options))

    q.prepare = options.prepare && ('prepare' in q.options ? q.options.prepare : true)
    q.string = string
    q.signature = q.prepare && types + string
    q.onlyDescribe && (delete statements[q.signature])
    // Never those of an earlier try, which are already serialized.
    q.parameters = parameters
    q.prepared = q.prepare && q.signature in statements
    q.describeFirst = q.onlyDescribe || (parameters.length && !q.prepared)
    q.statement = q.prepared
      ? statements[q.signature]
      : { string, types, name: q.prepare ? statementId + statementCount++ : '' }

    typeof options.debug === 'function' && options.debug(id, string, parameters, types)
  }

  function write(x, fn) {
    if (dead)
      return false
    chunk = chunk ? Buffer.concat([chunk, x]) : Buffer.from(x)
    if (fn || chunk.length >= 1024)
      return nextWrite(fn)
    nextWriteTimer === null && (nextWriteTimer = setImmediate(nextWrite))
    return true
  }

  function nextWrite(fn) {
    const x = socket.write(chunk, fn)
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    return x
  }

  function connectTimedOut() {
    die(Errors.connection('CONNECT_TIMEOUT', options, socket))
  }

  async function secure() {
    if (sslnegotiation !== 'direct') {
      write(SSLRequest)
      const canSSL = await new Promise(r => socket.once('data', x => r(x[0] === 83))) // S

      if (dead)
        return

      if (!canSSL && ssl === 'prefer')
        return connected()

      if (!canSSL)
        return die(Errors.connection('TLS_MISSING', options, socket))
    }

    const secured = {
      socket,
      servername: net.isIP(socket.host) ? undefined : socket.host
    }

    if (sslnegotiation === 'direct')
      secured.ALPNProtocols = ['postgresql']

    if (ssl === 'require' || ssl === 'allow' || ssl === 'prefer')
      secured.rejectUnauthorized = false
    else if (typeof ssl === 'object')
      Object.assign(secured, ssl)

    socket.removeAllListeners()
    socket = tls.connect(secured)
    socket.on('secureConnect', connected)
    socket.on('error', die)
    socket.on('close', closed)
    socket.on('drain', drain)
  }

  /* c8 ignore next 3 */
  function drain() {
    !query && !isCancelling && onopen(connection)
  }

  function data(x) {
    heardAt = performance.now()
    if (incomings) {
      incomings.push(x)
      remaining -= x.length
      if (remaining > 0)
        return
    }

    incoming = incomings
      ? Buffer.concat(incomings, length - remaining)
      : incoming.length === 0
        ? x
        : Buffer.concat([incoming, x], incoming.length + x.length)

    while (incoming.length > 4 && !dead) {
      length = incoming.readUInt32BE(1)
      if (length >= incoming.length) {
        remaining = length - incoming.length
        incomings = [incoming]
        break
      }

      try {
        handle(incoming.subarray(0, length + 1))
      } catch (e) {
        query && (query.cursorFn || query.describeFirst) && write(Sync)
        errored(e)
      }
      incoming = incoming.subarray(length + 1)
      remaining = 0
      incomings = null
    }
  }

  async function connect() {
    if (dead)
      return

    heardAt = performance.now()
    socket = await createSocket()

    if (!socket || dead)
      return

    connectTimer.start()

    if (options.socket)
      return ssl ? secure() : connected()

    socket.on('connect', ssl ? secure : connected)

    if (options.path)
      return socket.connect(options.path)

    // All connections of a pool share the place in the list: the successor of a failed one tries the next host.
    const at = options.shared.hostIndex % port.length
    options.shared.hostIndex = (at + 1) % port.length
    socket.ssl = ssl
    address = { host: host[at], port: port[at] }
    socket.connect(port[at], host[at])
    socket.host = host[at]
    socket.port = port[at]
  }

  function connected() {
    try {
      lifeTimer.start()
      socket.on('data', data)
      keep_alive && socket.setKeepAlive && socket.setKeepAlive(true, 1000 * keep_alive)
      const s = StartupMessage()
      write(s)
    } catch (err) {
      die(err)
    }
  }

  /**
   * The end of this connection, whatever it was doing. It is called once, does all at once, and nothing is sent or
   * received afterwards. Whoever owns the connection puts a new object in its place, which inherits nothing of the
   * protocol: an answer counts only on the connection that sent the statement.
   */
  function die(err, graceful) {
    if (dead)
      return

    const overdue = isOverdue() ? Errors.generic('57014', 'The connection was lost at the time limit of its statement') : null
    dead = connection.reserved && overdue || err || Errors.connection('CONNECTION_CLOSED', options, socket)
    clearImmediate(nextWriteTimer)
    clearTimeout(cancelTimer)
    clearTimeout(clock)
    nextWriteTimer = chunk = null
    idleTimer.cancel()
    lifeTimer.cancel()
    connectTimer.cancel()
    if (socket) {
      socket.removeListener('data', data)
      socket.removeListener('connect', connected)
      socket.removeListener('connect', secure)
      socket.removeListener('secureConnect', connected)
      socket.removeListener('drain', drain)
      graceful && socket.readyState === 'open'
        ? socket.end(b().X().end())
        : socket.destroy()
    }

    const outstanding = query ? [query] : []
    while (sent.length)
      outstanding.push(sent.shift())
    // What the server said before it closed tells more than that it did.
    const reason = errorResponse && /^(FATAL|PANIC)$/.test(errorResponse.severity) ? errorResponse : dead
    stream && (stream.destroy(reason), stream = null)
    const unsent = initial
    query = initial = null
    incoming = Buffer.alloc(0)
    incomings = null

    graceful || options.shared.retries++
    notBefore = graceful ? 0 : performance.now() + 1000 * (typeof backoff === 'function'
      ? backoff(options.shared.retries)
      : backoff)
    const again = []
    unsent && (hasMoreHosts(unsent) || mayConnectAgain(unsent) ? again.push(unsent) : queryError(unsent, reason))
    outstanding.forEach((q, i) => i === 0 && overdue
      ? queryError(q, overdue)
      : isRepeatable(q) ? again.push(q) : queryError(q, reason))
    ended && (ended(), ending = ended = null)
    onclose(connection, dead, again)
  }

  /** Each host is tried once for a query that waits for its connection. */
  function hasMoreHosts(q) {
    q.hostsTried = (q.hostsTried || 0) + 1
    return !graceless() && q.hostsTried < options.host.length
  }

  /** The other side may be about to start. */
  function mayConnectAgain(q) {
    if (!options.connect_again_ms || graceless() || (options.is_away && options.is_away()))
      return false
    q.triedSince = q.triedSince || performance.now()
    return performance.now() - q.triedSince < options.connect_again_ms
  }

  /** Whether the statement may be what ended the engine: the next one must not meet it again. */
  function isOverdue() {
    const limitMs = localLimitMs ?? options.statement_ms
    return query && !initial && limitMs && performance.now() - Math.max(heardAt, sentAt) >= limitMs
  }

  /** A destroyed pool tries nothing more. */
  function graceless() {
    return dead !== null && dead.code === 'CONNECTION_DESTROYED'
  }

  /** Asked again, once, where that can do no harm: nothing of it was answered, and its owner says that it changes nothing. */
  function isRepeatable(q) {
    if (!q.repeatable || graceless() || isWithdrawn(q) || q.forEachFn || q.cursorFn || q.streaming)
      return false
    q.repeatable = false
    q.state = q.statement = null
    q.active = q.describeFirst = q.prepared = false
    return true
  }

  function errored(err) {
    stream && (stream.destroy(err), stream = null)
    query && queryError(query, err)
    initial && (queryError(initial, err), initial = null)
  }

  function queryError(query, err) {
    if (query.reserve)
      return query.reject(err)

    if (!err || typeof err !== 'object')
      err = new Error(err)

    'query' in err || 'parameters' in err || Object.defineProperties(err, {
      stack: { value: err.stack + query.origin.replace(/.*\n/, '\n'), enumerable: options.debug },
      query: { value: query.string, enumerable: options.debug },
      parameters: { value: query.parameters, enumerable: options.debug },
      args: { value: query.args, enumerable: options.debug },
      types: { value: query.statement && query.statement.types, enumerable: options.debug }
    })
    query.reject(err)
  }

  function end() {
    return ending || (
      !connection.reserved && onend(connection),
      !connection.reserved && !initial && !query && sent.length === 0
        ? (terminate(), new Promise(r => socket && socket.readyState !== 'closed' ? socket.once('close', r) : r()))
        : ending = new Promise(r => ended = r)
    )
  }

  function terminate() {
    die(Errors.connection('CONNECTION_DESTROYED', options), true)
  }

  function closed() {
    die(Errors.connection('CONNECTION_CLOSED', options, socket))
  }

  /* Handlers */
  function handle(xs, x = xs[0]) {
    // An answer to nothing: whatever it means, this connection is no more to be trusted.
    if (query === null && isAnswer(x))
      return die(Errors.generic('PROTOCOL_VIOLATION', 'An answer came that no query waits for'))

    ;(
      x === 68 ? DataRow :                   // D
      x === 100 ? CopyData :                 // d
      x === 65 ? NotificationResponse :      // A
      x === 83 ? ParameterStatus :           // S
      x === 90 ? ReadyForQuery :             // Z
      x === 67 ? CommandComplete :           // C
      x === 50 ? BindComplete :              // 2
      x === 49 ? ParseComplete :             // 1
      x === 116 ? ParameterDescription :     // t
      x === 84 ? RowDescription :            // T
      x === 82 ? Authentication :            // R
      x === 110 ? NoData :                   // n
      x === 75 ? BackendKeyData :            // K
      x === 69 ? ErrorResponse :             // E
      x === 115 ? PortalSuspended :          // s
      x === 51 ? CloseComplete :             // 3
      x === 71 ? CopyInResponse :            // G
      x === 78 ? NoticeResponse :            // N
      x === 72 ? CopyOutResponse :           // H
      x === 99 ? CopyDone :                  // c
      x === 73 ? EmptyQueryResponse :        // I
      x === 86 ? FunctionCallResponse :      // V
      x === 118 ? NegotiateProtocolVersion : // v
      x === 87 ? CopyBothResponse :          // W
      /* c8 ignore next */
      UnknownMessage
    )(xs)
  }

  function DataRow(x) {
    let index = 7
    let length
    let column
    let value

    const row = query.isRaw ? new Array(query.statement.columns.length) : {}
    for (let i = 0; i < query.statement.columns.length; i++) {
      column = query.statement.columns[i]
      length = x.readInt32BE(index)
      index += 4

      if (column.check !== undefined) {
        const fault = column.check(length === -1 ? null : x.latin1Slice(index, index += length), query.parameters)
        if (fault !== undefined)
          return refuse(fault)
        continue
      }

      value = length === -1
        ? null
        : query.isRaw === true
          ? x.subarray(index, index += length)
          : query.isBinary && column.binary
            ? column.binary(x, index, index += length)
          : column.parser === undefined
            ? x.toString('utf8', index, index += length)
            : column.parser.array === true
              ? column.parser(x.toString('utf8', index + 1, index += length))
              : column.parser(x.toString('utf8', index, index += length))

      query.isRaw
        ? (row[i] = query.isRaw === true
          ? value
          : transform.value.from ? transform.value.from(value, column) : value)
        : (row[column.name] = transform.value.from ? transform.value.from(value, column) : value)
    }

    query.forEachFn
      ? query.forEachFn(transform.row.from ? transform.row.from(row) : row, result)
      : (result[rows++] = transform.row.from ? transform.row.from(row) : row)
  }

  /**
   * The query is rejected, and with it the connection: if an answer went astray, those behind it did as well. Others are
   * told that their connection was lost; a transaction is told why.
   */
  function refuse(fault) {
    query.repeatable = false
    queryError(query, fault)
    die(connection.reserved ? fault : Errors.connection('CONNECTION_CLOSED', options, socket))
  }

  function ParameterStatus(x) {
    const [k, v] = x.toString('utf8', 5, x.length - 1).split(b.N)
    backendParameters[k] = v
    if (options.parameters[k] !== v) {
      options.parameters[k] = v
      onparameter && onparameter(k, v)
    }
  }

  function ReadyForQuery(x) {
    if (query) {
      if (errorResponse) {
        query.retried
          ? errored(query.retried)
          : query.prepared && retryRoutines.has(errorResponse.routine)
            ? retry(query, errorResponse)
            : isStray(query, errorResponse) && isRepeatable(query)
              ? onstray(query)
              : errored(errorResponse)
      } else {
        query.resolve(results || result)
      }
    } else if (errorResponse) {
      errored(errorResponse)
    }

    query = results = errorResponse = null
    result = new Result()
    sent.length === 0 && !isCancelling && (isHeld = false)
    x[5] === 73 && (localLimitMs = null) // I
    // A query that failed after some rows leaves none of their count to the next one.
    rows = 0
    connectTimer.cancel()

    if (initial) {
      if (target_session_attrs) {
        if (!backendParameters.in_hot_standby || !backendParameters.default_transaction_read_only)
          return fetchState()
        else if (tryNext(target_session_attrs, backendParameters))
          return die(Errors.generic('TARGET_SESSION_ATTRS', 'The server is not ' + target_session_attrs))
      }

      if (needsTypes) {
        initial.reserve && (initial = null)
        return fetchArrayTypes()
      }

      initial && !initial.reserve && execute(initial)
      options.shared.retries = 0
      initial = null
      return
    }

    clearTimeout(cancelTimer)
    clearTimeout(clock)
    cancelTimer = clock = null

    if (sent.length) {
      query = sent.shift()
      query.active = true
      startClock(query)
      isWithdrawn(query) && cancelSoon(query, cancelAfterMs)
    }

    if (query)
      return isHeld || connection.reserved || ending || onroom(connection)

    connection.reserved
      ? !connection.reserved.release && x[5] === 73 // I
        ? ending
          ? terminate()
          : (connection.reserved = null, onopen(connection))
        : connection.reserved()
      : ending
        ? terminate()
        : isCancelling || onopen(connection)
  }

  function CommandComplete(x) {
    rows = 0

    for (let i = x.length - 1; i > 0; i--) {
      if (x[i] === 32 && x[i + 1] < 58 && result.count === null)
        result.count = +x.toString('utf8', i + 1, x.length - 1)
      if (x[i - 1] >= 65) {
        result.command = x.toString('utf8', 5, i)
        result.state = backend
        break
      }
    }

    final && (final(), final = null)

    if (result.command === 'BEGIN' && max !== 1 && !connection.reserved)
      return errored(Errors.generic('UNSAFE_TRANSACTION', 'Only use sql.begin, sql.reserved or max: 1'))

    if (query.options.simple)
      return BindComplete()

    if (query.cursorFn) {
      result.count && query.cursorFn(result)
      write(Sync)
    }
  }

  function ParseComplete() {
    query.parsing = false
  }

  function BindComplete() {
    !result.statement && (result.statement = query.statement)
    result.columns = query.statement.columns
  }

  function ParameterDescription(x) {
    const length = x.readUInt16BE(5)

    for (let i = 0; i < length; ++i)
      !query.statement.types[i] && (query.statement.types[i] = x.readUInt32BE(7 + i * 4))

    query.prepare && (statements[query.signature] = query.statement)
  }

  /** The columns are known now, and with them their form. */
  function described() {
    query.describeFirst && !query.onlyDescribe && (write(prepared(query)), query.describeFirst = false)
  }

  function RowDescription(x) {
    if (result.command) {
      results = results || [result]
      results.push(result = new Result())
      result.count = null
      query.statement.columns = null
    }

    const length = x.readUInt16BE(5)
    let index = 7
    let start

    query.statement.columns = Array(length)

    for (let i = 0; i < length; ++i) {
      start = index
      while (x[index++] !== 0);
      const table = x.readUInt32BE(index)
      const number = x.readUInt16BE(index + 4)
      const type = x.readUInt32BE(index + 6)
      const name = x.toString('utf8', start, index - 1)
      query.statement.columns[i] = {
        name: transform.column.from ? transform.column.from(name) : name,
        check: column_check ? column_check(name, query.statement) : undefined,
        parser: parsers[type],
        binary: binary_parsers[type],
        table,
        number,
        type
      }
      index += 18
    }

    result.statement = query.statement
    if (query.onlyDescribe)
      return (query.resolve(query.statement), write(Sync))
    described()
  }

  async function Authentication(x, type = x.readUInt32BE(5)) {
    (
      type === 3 ? AuthenticationCleartextPassword :
      type === 5 ? AuthenticationMD5Password :
      type === 10 ? SASL :
      type === 11 ? SASLContinue :
      type === 12 ? SASLFinal :
      type !== 0 ? UnknownAuth :
      noop
    )(x, type)
  }

  /* c8 ignore next 5 */
  async function AuthenticationCleartextPassword() {
    const payload = await Pass()
    write(
      b().p().str(payload).z(1).end()
    )
  }

  async function AuthenticationMD5Password(x) {
    const payload = 'md5' + (
      await md5(
        Buffer.concat([
          Buffer.from(await md5((await Pass()) + user)),
          x.subarray(9)
        ])
      )
    )
    write(
      b().p().str(payload).z(1).end()
    )
  }

  async function SASL() {
    nonce = (await crypto.randomBytes(18)).toString('base64')
    b().p().str('SCRAM-SHA-256' + b.N)
    const i = b.i
    write(b.inc(4).str('n,,n=*,r=' + nonce).i32(b.i - i - 4, i).end())
  }

  async function SASLContinue(x) {
    const res = x.toString('utf8', 9).split(',').reduce((acc, x) => (acc[x[0]] = x.slice(2), acc), {})

    const saltedPassword = await crypto.pbkdf2Sync(
      await Pass(),
      Buffer.from(res.s, 'base64'),
      parseInt(res.i), 32,
      'sha256'
    )

    const clientKey = await hmac(saltedPassword, 'Client Key')

    const auth = 'n=*,r=' + nonce + ','
               + 'r=' + res.r + ',s=' + res.s + ',i=' + res.i
               + ',c=biws,r=' + res.r

    serverSignature = (await hmac(await hmac(saltedPassword, 'Server Key'), auth)).toString('base64')

    const payload = 'c=biws,r=' + res.r + ',p=' + xor(
      clientKey, Buffer.from(await hmac(await sha256(clientKey), auth))
    ).toString('base64')

    write(
      b().p().str(payload).end()
    )
  }

  function SASLFinal(x) {
    if (x.toString('utf8', 9).split(b.N, 1)[0].slice(2) === serverSignature)
      return
    /* c8 ignore next 5 */
    die(Errors.generic('SASL_SIGNATURE_MISMATCH', 'The server did not return the correct signature'))
  }

  function Pass() {
    return Promise.resolve(typeof options.pass === 'function'
      ? options.pass()
      : options.pass
    )
  }

  function NoData() {
    result.statement = query.statement
    result.statement.columns = []
    if (query.onlyDescribe)
      return (query.resolve(query.statement), write(Sync))
    described()
  }

  function BackendKeyData(x) {
    backend.pid = x.readUInt32BE(5)
    backend.secret = x.readUInt32BE(9)
  }

  async function fetchArrayTypes() {
    needsTypes = false
    const types = await new Query([`
      select b.oid, b.typarray
      from pg_catalog.pg_type a
      left join pg_catalog.pg_type b on b.oid = a.typelem
      where a.typcategory = 'A'
      group by b.oid, b.typarray
      order by b.oid
    `], [], execute).catch(die)
    types && types.forEach(({ oid, typarray }) => addArrayType(oid, typarray))
  }

  function addArrayType(oid, typarray) {
    if (!!options.parsers[typarray] && !!options.serializers[typarray]) return
    const parser = options.parsers[oid]
    options.shared.typeArrayMap[oid] = typarray
    options.parsers[typarray] = (xs) => arrayParser(xs, parser, typarray)
    options.parsers[typarray].array = true
    options.serializers[typarray] = (xs) => arraySerializer(xs, options.serializers[oid], options, typarray)
  }

  function tryNext(x, xs) {
    return (
      (x === 'read-write' && xs.default_transaction_read_only === 'on') ||
      (x === 'read-only' && xs.default_transaction_read_only === 'off') ||
      (x === 'primary' && xs.in_hot_standby === 'on') ||
      (x === 'standby' && xs.in_hot_standby === 'off') ||
      (x === 'prefer-standby' && xs.in_hot_standby === 'off' && options.host[(initial.hostsTried || 0) + 1])
    )
  }

  function fetchState() {
    const query = new Query([`
      show transaction_read_only;
      select pg_catalog.pg_is_in_recovery()
    `], [], execute, null, { simple: true })
    query.resolve = ([[a], [b]]) => {
      backendParameters.default_transaction_read_only = a.transaction_read_only
      backendParameters.in_hot_standby = b.pg_is_in_recovery ? 'on' : 'off'
    }
    query.reject = die
    query.execute()
  }

  function ErrorResponse(x) {
    const response = Errors.postgres(parseError(x))
    // The server closes the connection after this; what is sent from now on would be lost.
    if (/^(FATAL|PANIC)$/.test(response.severity))
      return die(response)

    if (query) {
      (query.cursorFn || query.describeFirst) && write(Sync)
      errorResponse = response
    } else {
      errored(response)
    }
  }

  function retry(q, error) {
    delete statements[q.signature]
    q.retried = error
    execute(q)
  }

  function NotificationResponse(x) {
    if (!onnotify)
      return

    let index = 9
    while (x[index++] !== 0);
    onnotify(
      x.toString('utf8', 9, index - 1),
      x.toString('utf8', index, x.length - 1)
    )
  }

  async function PortalSuspended() {
    try {
      const x = await Promise.resolve(query.cursorFn(result))
      rows = 0
      x === CLOSE
        ? write(Close(query.portal))
        : (result = new Result(), write(Execute('', query.cursorRows)))
    } catch (err) {
      write(Sync)
      query.reject(err)
    }
  }

  function CloseComplete() {
    result.count && query.cursorFn(result)
    query.resolve(result)
  }

  function CopyInResponse() {
    stream = new Stream.Writable({
      autoDestroy: true,
      write(chunk, encoding, callback) {
        socket.write(b().d().raw(chunk).end(), callback)
      },
      destroy(error, callback) {
        callback(error)
        socket.write(b().f().str(error + b.N).end())
        stream = null
      },
      final(callback) {
        socket.write(b().c().end())
        final = callback
        stream = null
      }
    })
    query.resolve(stream)
  }

  function CopyOutResponse() {
    stream = new Stream.Readable({
      read() { socket.resume() }
    })
    query.resolve(stream)
  }

  /* c8 ignore next 3 */
  function CopyBothResponse() {
    stream = new Stream.Duplex({
      autoDestroy: true,
      read() { socket.resume() },
      /* c8 ignore next 11 */
      write(chunk, encoding, callback) {
        socket.write(b().d().raw(chunk).end(), callback)
      },
      destroy(error, callback) {
        callback(error)
        socket.write(b().f().str(error + b.N).end())
        stream = null
      },
      final(callback) {
        socket.write(b().c().end())
        final = callback
      }
    })
    query.resolve(stream)
  }

  function CopyData(x) {
    stream && (stream.push(x.subarray(5)) || socket.pause())
  }

  function CopyDone() {
    stream && stream.push(null)
    stream = null
  }

  function NoticeResponse(x) {
    onnotice
      ? onnotice(parseError(x))
      : console.log(parseError(x)) // eslint-disable-line

  }

  /* c8 ignore next 3 */
  function EmptyQueryResponse() {
    /* noop */
  }

  /* c8 ignore next 3 */
  function FunctionCallResponse() {
    errored(Errors.notSupported('FunctionCallResponse'))
  }

  /* c8 ignore next 3 */
  function NegotiateProtocolVersion() {
    errored(Errors.notSupported('NegotiateProtocolVersion'))
  }

  /* c8 ignore next 3 */
  function UnknownMessage(x) {
    console.error('Postgres.js : Unknown Message:', x[0]) // eslint-disable-line
  }

  /* c8 ignore next 3 */
  function UnknownAuth(x, type) {
    console.error('Postgres.js : Unknown Auth:', type) // eslint-disable-line
  }

  /* Messages */
  function Bind(parameters, types, statement = '', portal = '', binary = undefined) {
    let prev
      , type

    b().B().str(portal + b.N).str(statement + b.N).i16(0).i16(parameters.length)

    parameters.forEach((x, i) => {
      if (x === null)
        return b.i32(0xFFFFFFFF)

      type = types[i]
      parameters[i] = x = type in options.serializers
        ? options.serializers[type](x)
        : '' + x

      prev = b.i
      b.inc(4).str(x).i32(b.i - prev - 4, prev)
    })

    b.i16(binary ? binary.length : 0)
    binary && binary.forEach(x => b.i16(x.binary ? 1 : 0))

    return b.end()
  }

  function Parse(str, parameters, types, name = '') {
    b().P().str(name + b.N).str(str + b.N).i16(parameters.length)
    parameters.forEach((x, i) => b.i32(types[i] || 0))
    return b.end()
  }

  function Describe(x, name = '') {
    return b().D().str(x).str(name + b.N).end()
  }

  function Execute(portal = '', rows = 0) {
    return Buffer.concat([
      b().E().str(portal + b.N).i32(rows).end(),
      Flush
    ])
  }

  function Close(portal = '') {
    return Buffer.concat([
      b().C().str('P').str(portal + b.N).end(),
      b().S().end()
    ])
  }

  function StartupMessage() {
    return cancelMessage || b().inc(4).i16(3).z(2).str(
      Object.entries(Object.assign({
        user,
        database,
        client_encoding: 'UTF8'
      },
        options.connection,
        connection.name && { application_name: connection.name }
      )).filter(([, v]) => v).map(([k, v]) => k + b.N + v).join(b.N)
    ).z(2).end(0)
  }

}

const answers = new Set([...'DTC12tnsI3GHcdWV'].map(x => x.charCodeAt(0)))

/** Whether the server sends such a message only in answer to a query. */
function isAnswer(x) {
  return answers.has(x)
}

function parseError(x) {
  const error = {}
  let start = 5
  for (let i = 5; i < x.length - 1; i++) {
    if (x[i] === 0) {
      error[errorFields[x[start]]] = x.toString('utf8', start + 1, i)
      start = i + 1
    }
  }
  return error
}

function md5(x) {
  return crypto.createHash('md5').update(x).digest('hex')
}

function hmac(key, x) {
  return crypto.createHmac('sha256', key).update(x).digest()
}

function sha256(x) {
  return crypto.createHash('sha256').update(x).digest()
}

function xor(a, b) {
  const length = Math.max(a.length, b.length)
  const buffer = Buffer.allocUnsafe(length)
  for (let i = 0; i < length; i++)
    buffer[i] = a[i] ^ b[i]
  return buffer
}

/** A limit for the server. It waits longer where this process was too busy to read. */
function peerTimer(fn, seconds) {
  return seconds
    ? new PeerTimeout(seconds * 1000, fn, { isRef: false })
    : { cancel: noop, start: noop }
}

function timer(fn, seconds) {
  seconds = typeof seconds === 'function' ? seconds() : seconds
  if (!seconds)
    return { cancel: noop, start: noop }

  let timer
  return {
    cancel() {
      timer && (clearTimeout(timer), timer = null)
    },
    start() {
      timer && clearTimeout(timer)
      // A connection's socket keeps the process alive; its clocks need not.
      timer = setTimeout(done, seconds * 1000, arguments).unref()
    }
  }

  function done(args) {
    fn.apply(null, args)
    timer = null
  }
}
