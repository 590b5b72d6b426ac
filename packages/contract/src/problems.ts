/** One failure that we promise to clients: its status, its name, and what the caller can do about it. */
interface CataloguedProblem {
  status: number
  title: string
  help: string
}

/**
 * Every failure we promise to clients, those of the API and those of the gateway. Servers, clients, `docs/errors.md` and the pages under `/problems/` share this
 * table, so a code never changes its meaning.
 */
export const problems = {
  'invalid-request': {
    status: 400,
    title: 'The request is not valid',
    help: 'The address, a parameter or the body does not have the documented form. `errors` names each place.',
  },
  'query-invalid': {
    status: 400,
    title: 'The search body is not valid',
    help: 'The body is not JSON, or holds a key, a field or a value that no search has. `errors` points at each place.',
  },
  'cursor-invalid': {
    status: 400,
    title: 'The cursor is not one of ours',
    help: 'Cursors come from the `Link` of an answer and belong to its order: call the link as it is, or begin again without a cursor.',
  },
  'cursor-of-another-log': {
    status: 400,
    title: 'The cursor is of a log that this appliance does not have',
    help: 'The appliance was restored from a backup that is older than the cursor, or its log lost records. Begin again without `after` to get every alert that is stored, and skip those whose `uuid` you have; or begin with `after=now` to get new alerts only.',
  },
  unauthenticated: {
    status: 401,
    title: 'A valid token is needed',
    help: 'Log in with `POST /api/auth/login` and send the token in the header `API-KEY`. Tokens end at their `expiration_date` (UTC), when they are logged out, and when the account gets another role or password or is disabled.',
  },
  'wrong-credentials': {
    status: 401,
    title: 'User name or password is wrong',
    help: 'Check both. Accounts that are disabled get the same answer.',
  },
  forbidden: {
    status: 403,
    title: 'The account may not do this',
    help: 'The token is good, but the role of its account does not cover the call; logging in here needs operator rights. Ask an administrator.',
  },
  'wrong-password': {
    status: 403,
    title: 'The present password is wrong',
    help: 'The request needs the password that the account has now.',
  },
  'password-change-needed': {
    status: 403,
    title: 'The password has to be changed first',
    help: 'Somebody else chose the password of this account. Change it with `POST /api/auth/password`; until then only that, `GET /api/auth/me` and logging out are answered.',
  },
  'confirmation-needed': {
    status: 403,
    title: 'The password is needed again',
    help: 'A browser session may change this only within 5 minutes after the password was given. Send it to `POST /api/auth/session/confirm`, then try again.',
  },
  'cross-site-request': {
    status: 403,
    title: 'The request may come from another site',
    help: 'Requests with a cookie must come from a page of the appliance itself and, when they change something, carry the header `X-Requested-With`. Programs send a token in the header `API-KEY` instead.',
  },
  'source-not-allowed': {
    status: 403,
    title: 'The key may not be used from this address',
    help: 'An administrator limited the key to certain networks. Use it from there, or make a key for this network.',
  },
  'exceeds-own-key': {
    status: 403,
    title: 'A key cannot grant more than it has',
    help: 'A key makes keys within its own scopes, networks and end. It adds, promotes, enables and resets only accounts whose role needs no scope that the key lacks, and only if the key itself has neither networks nor an end, since accounts have none. `errors` names each field. Narrow the request, or log in and send the token.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this address',
    help: 'Compare the address with `/docs/swagger/`.',
  },
  'alert-not-found': {
    status: 404,
    title: 'There is no such alert',
    help: 'No alert has this `id` or `uuid`; it may have been removed with its day. An `id` has milliseconds and a `Z`.',
  },
  'cluster-not-found': {
    status: 404,
    title: 'There is no such cluster',
    help: 'A cluster is named by its `id` together with `frequency`, `type_ip` and `probe_id`: use the `self` of a row.',
  },
  'export-not-found': {
    status: 404,
    title: 'There is no such export',
    help: 'No export has this number. Setting its general part (`PUT …/general`) makes it.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The address does not take this method',
    help: 'The header `Allow` lists the methods that it takes.',
  },
  'username-taken': {
    status: 409,
    title: 'Another account has this name',
    help: 'Upper and lower case are the same name. Choose another.',
  },
  'key-name-taken': {
    status: 409,
    title: 'Another key of this account has this name',
    help: 'Choose another, or remove that key first.',
  },
  'probe-id-taken': {
    status: 409,
    title: 'Another probe has or had this number',
    help: 'Stored events carry the number, so it is never given again. Choose another, or leave it out.',
  },
  'probe-fqdn-taken': {
    status: 409,
    title: 'Another probe has this name',
    help: 'Upper and lower case are the same name. Choose another, or pair the probe that has it again.',
  },
  'last-administrator': {
    status: 409,
    title: 'The last administrator has to stay',
    help: 'Nobody could manage the appliance any more. Make another enabled administrator first.',
  },
  'changed-meanwhile': {
    status: 412,
    title: 'Somebody else has changed it meanwhile',
    help: 'The `If-Match` of the request names an older state. Read it again, look at what changed, and send the change with the new `ETag`.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The body is too large',
    help: 'A body may have 256 KiB.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body must be JSON',
    help: 'Send the header `Content-Type: application/json`. (curl sends another one with `-d` unless told.)',
  },
  'query-feature-not-allowed': {
    status: 422,
    title: 'The search uses a feature that is switched off',
    help: 'The search engine knows the feature, this API does not pass it on. `errors` points at it.',
  },
  'query-too-expensive': {
    status: 422,
    title: 'The search would cost too much',
    help: 'Narrow the time range, ask for fewer buckets or hits, or page with `search_after`. `errors` says which limit was met.',
  },
  'password-refused': {
    status: 422,
    title: 'The password is too easy to guess',
    help: 'Take 15 to 256 characters that are no common password, with or without decorations, and not built around the name of the user, the host or the product. `errors` says which rule it was. A few words that do not belong together do well.',
  },
  'certificate-unreadable': {
    status: 422,
    title: 'The certificate or its key cannot be read',
    help: 'Send PEM: certificates only in `certificate_chain`, 10 at the most, and one private key in `private_key`. `errors` points at the one that is at fault.',
  },
  'certificate-key-encrypted': {
    status: 422,
    title: 'The private key is protected by a passphrase',
    help: 'Send the key without one, for example from `openssl pkey -in key.pem`. It travels encrypted and is stored sealed.',
  },
  'certificate-key-weak': {
    status: 422,
    title: 'The kind of private key is not accepted',
    help: 'Use RSA of 2048 to 8192 bits (3072 or more recommended), P-256, P-384 or Ed25519.',
  },
  'certificate-key-mismatch': {
    status: 422,
    title: 'The private key does not belong to the certificate',
    help: 'The first certificate of the chain must be the one that the key was made for.',
  },
  'certificate-not-valid-now': {
    status: 422,
    title: 'The certificate is not valid at this time',
    help: 'It, or one of its chain, has expired or is not valid yet. Compare with the clock of the appliance.',
  },
  'certificate-unusable': {
    status: 422,
    title: 'No client would accept the certificate',
    help: 'It must name a host or an address (subjectAltName), be meant for servers, and have a signature that TLS still takes.',
  },
  'certificate-chain-broken': {
    status: 422,
    title: 'The certificates do not form a chain',
    help: 'Each must have been issued by the one after it: first your own, then the intermediates. The root may be left out.',
  },
  'export-disabled': {
    status: 409,
    title: 'The export is disabled',
    help: 'There is nothing to try: set the export with `enabled: true` first.',
  },
  'export-target-refused': {
    status: 422,
    title: 'Exports may not lead to this target',
    help: 'Loopback, link-local, multicast, reserved and own addresses are refused, and with `WATCHPOST_EXPORT_NETWORKS` everything outside of those networks. `errors` says which it was.',
  },
  'export-replay-too-old': {
    status: 422,
    title: 'The log does not reach back so far',
    help: 'Events are kept in the log for `WATCHPOST_LOG_RETENTION_HOURS`. Ask for a later time; what is older can be searched, and not exported again.',
  },
  'answer-too-large': {
    status: 422,
    title: 'The answer would be larger than 64 MiB',
    help: 'Ask for fewer hits or buckets at a time, or for fewer fields with `_source`, and page on with `search_after` or `after`.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too much at once',
    help: 'Wait for the seconds that the header `Retry-After` gives, then try again.',
  },
  'login-throttled': {
    status: 429,
    title: 'Too many logins have failed',
    help: 'Wait for the seconds that the header `Retry-After` gives, then try again. The same answer comes for names that nobody has. Nobody is locked out for good; at the console, `watchpost admin reset-password` opens the account at once.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on the appliance',
    help: 'A fault of ours. The `instance` of the answer is found in the log of the appliance: report it.',
  },
  'arrival-unavailable': {
    status: 503,
    title: 'How far indexing has come is not known at the moment',
    help: 'Reading by arrival needs the log, which starts or has failed. The cursor stays good: try again after the seconds that `Retry-After` gives.',
  },
  'dead-letters-unavailable': {
    status: 503,
    title: 'The dead letters cannot be reached at the moment',
    help: 'They lie in the log, which starts or has failed. They are kept meanwhile: try again after the seconds that `Retry-After` gives.',
  },
  'engine-unavailable': {
    status: 503,
    title: 'The search engine cannot be reached',
    help: 'It starts, or has failed. Try again after the seconds that `Retry-After` gives; nothing is lost meanwhile.',
  },
  'store-unavailable': {
    status: 503,
    title: 'The database cannot be reached',
    help: 'It starts, or has failed. Try again after the seconds that `Retry-After` gives.',
  },
  'engine-timeout': {
    status: 504,
    title: 'The search took too long',
    help: 'Searches end after 10 seconds. Narrow the time range or ask for less.',
  },
  'batch-invalid': {
    status: 400,
    title: 'The batch is not valid',
    help: 'A probe sent a batch whose headers or body do not have the documented form. Sending it again does not help.',
  },
  'certificate-unknown': {
    status: 403,
    title: 'No probe has this certificate',
    help: 'Enrol the probe, or let it use its own certificate.',
  },
  'certificate-invalid': {
    status: 403,
    title: 'The client certificate is missing or not valid',
    help: 'Everything but enrolment needs a client certificate that this appliance issued, that is meant for clients and has not expired. Enrol the probe, or pair it again.',
  },
  'certificate-superseded': {
    status: 403,
    title: 'A newer certificate of this probe is in use',
    help: 'A certificate ends 30 seconds after the first use of the one that renewed it. If the sensor was restored from a backup or a snapshot, pair it again; if not, its key may be in other hands (runbook `probe-cloned`).',
  },
  'probe-unpaired': {
    status: 403,
    title: 'The certificate of this probe is revoked or has expired',
    help: 'Pair the probe again.',
  },
  'enrolment-code-refused': {
    status: 403,
    title: 'The pairing code cannot be used',
    help: 'It is unknown, was used, is older than 15 minutes, or is not for this address; which of these is not told. An administrator gives a new one (`POST /api/probes/{id}/pairing`, or `watchpost probe pair`).',
  },
  'csr-invalid': {
    status: 400,
    title: 'The signing request is not accepted',
    help: 'A probe sends one PKCS#10 request in PEM, signed by its own key, which is P-256 and, for a renewal, a new one.',
  },
  'stream-torn': {
    status: 409,
    title: 'The stream has too many holes, or leaps too far',
    help: 'A batch begins more than 1,000,000 beyond the highest known number of its stream, or the stream has more than 1,000 ranges. The probe begins a new stream and numbers from 0 what was not acknowledged.',
  },
  'batch-too-large': {
    status: 413,
    title: 'The batch is too large',
    help: 'A batch may have 16 MiB after decompression and 10,000 events: send smaller ones.',
  },
  'encoding-unsupported': {
    status: 415,
    title: 'The encoding of the batch is not supported',
    help: 'Send `Content-Type: application/x-ndjson` and `Content-Encoding` zstd, gzip or identity.',
  },
  backlog: {
    status: 429,
    title: 'Too much is waiting to be indexed',
    help: 'The log would soon forget what nobody has read. The probe keeps its events and sends them after the seconds that `Retry-After` gives. Look at the indexers and the engine.',
  },
  busy: {
    status: 429,
    title: 'Too much is waiting to be stored',
    help: 'The log is slower than the probes. The probe sends again after the seconds that `Retry-After` gives.',
  },
  'engine-disk-full': {
    status: 429,
    title: 'The disk of the engine is nearly full',
    help: 'Nothing on it is old enough to be removed. The probes wait: add room, or lower the retention.',
  },
  'log-disk-full': {
    status: 429,
    title: 'The disk of the log is nearly full',
    help: 'The probes wait: add room to the disk of the broker.',
  },
  'probe-rate-limited': {
    status: 429,
    title: 'This probe sends more than it may',
    help: 'It is over its `events_per_second` (or the setting `probe_events_per_second`), or has more than 4 batches or 8 requests at a time. It keeps its events and sends them after the seconds that `Retry-After` gives.',
  },
  'probe-paused': {
    status: 429,
    title: 'This probe is paused',
    help: 'An administrator paused it. It keeps its events and asks again.',
  },
  'log-unavailable': {
    status: 503,
    title: 'The log does not store at the moment',
    help: 'The probe sends the batch again after the seconds that `Retry-After` gives; it loses nothing.',
  },
} as const satisfies Record<string, CataloguedProblem>

export type ProblemCode = keyof typeof problems

export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text)
}
