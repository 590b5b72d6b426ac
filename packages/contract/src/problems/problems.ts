/** A failure as clients see it: status, title, and what the caller can do. */
interface CataloguedProblem {
  status: number
  title: string
  help: string
}

/** Every failure of the API and the gateway. A code never changes its meaning: `docs/errors.md` and `/problems/` use this table too. */
export const problems = {
  'invalid-request': {
    status: 400,
    title: 'The request is not valid',
    help: 'Compare the URL, the parameters and the body with the documentation at `/docs/swagger/`. `errors` names each place.',
  },
  'query-invalid': {
    status: 400,
    title: 'The search body is not valid',
    help: 'The body is not JSON, or it contains an unknown key, field or value. `errors` points to each place.',
  },
  'cursor-invalid': {
    status: 400,
    title: 'The cursor is not valid',
    help: 'Cursors come from the `Link` header of a response and work only with its sort order. Call that link unchanged, or start again without a cursor.',
  },
  'as-of-invalid': {
    status: 400,
    title: 'The count of alerts does not belong to this filter',
    help: '`as_of` comes from `GET /api/alerts/summary` with `as_of=now` and works only with the filter that was counted. Count the alerts again, and send the filter and `as_of` unchanged.',
  },
  'cursor-of-another-log': {
    status: 400,
    title: 'The cursor belongs to another log',
    help: 'The appliance was restored from a backup older than the cursor, or its log lost records. Start again without `after` to get every stored alert, and skip those whose `uuid` you have. Or start with `after=now` to get new alerts only.',
  },
  unauthenticated: {
    status: 401,
    title: 'A valid token is required',
    help: 'Log in with `POST /api/auth/login` and send the token in the `API-KEY` header. Tokens become invalid at their `expiration_date` (UTC), on logout, and when the account is disabled or gets another role or password.',
  },
  'wrong-credentials': {
    status: 401,
    title: 'The user name or password is wrong',
    help: 'Check both. Disabled accounts get the same answer.',
  },
  forbidden: {
    status: 403,
    title: 'The account may not do this',
    help: 'Its role does not include this call. Logging in here requires operator rights. Ask an administrator.',
  },
  'wrong-password': {
    status: 403,
    title: 'The current password is wrong',
    help: 'Send the password that the account has now.',
  },
  'password-change-needed': {
    status: 403,
    title: 'The password must be changed first',
    help: 'It was set by another person. Change it with `POST /api/auth/password`. Until then, only that call, `GET /api/auth/me` and logout are allowed.',
  },
  'confirmation-needed': {
    status: 403,
    title: 'Confirm your password',
    help: 'A browser session may make this change only within 5 minutes after the password was entered. Send it to `POST /api/auth/session/confirm`, then try again.',
  },
  'cross-site-request': {
    status: 403,
    title: 'The request may come from another site',
    help: 'Requests with a cookie must come from a page of the appliance. Requests that change something must also have the header `X-Requested-With`. Programs send a token in the `API-KEY` header instead.',
  },
  'source-not-allowed': {
    status: 403,
    title: 'The key may not be used from this IP address',
    help: 'An administrator restricted the key to certain networks. Use it from there, or create a key for this network.',
  },
  'exceeds-own-key': {
    status: 403,
    title: 'A key cannot grant more than it has',
    help: 'A key creates keys only within its own scopes, networks and lifetime. It manages only accounts whose role needs no scope that the key lacks, and only if the key itself has neither networks nor an expiry date, because accounts have none. `errors` names each field. Narrow the request, or log in and send the token.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this URL',
    help: 'Compare it with the documentation at `/docs/swagger/`.',
  },
  'alert-not-found': {
    status: 404,
    title: 'No such alert',
    help: 'No alert has this `id` or `uuid`, or retention has deleted it. An `id` has milliseconds and ends with `Z`.',
  },
  'cluster-not-found': {
    status: 404,
    title: 'No such cluster',
    help: 'A cluster is identified by `id`, `frequency`, `type_ip` and `probe_id` together. Use the `self` link of a row.',
  },
  'job-not-found': {
    status: 404,
    title: 'No such job',
    help: 'No job on alerts has this number. Jobs are removed 90 days after their end.',
  },
  'export-not-found': {
    status: 404,
    title: 'No such export',
    help: 'No export has this number. Create it with `PUT …/general`.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This URL does not support the method',
    help: 'The `Allow` header lists the supported methods.',
  },
  'username-taken': {
    status: 409,
    title: 'Another account has this name',
    help: 'Names are not case-sensitive. Choose another name.',
  },
  'key-name-taken': {
    status: 409,
    title: 'Another key of this account has this name',
    help: 'Choose another name, or delete that key first.',
  },
  'probe-id-taken': {
    status: 409,
    title: 'Another probe has or had this number',
    help: 'Stored events contain the number, so it is never reused. Choose another number, or leave it out.',
  },
  'probe-fqdn-taken': {
    status: 409,
    title: 'Another probe has this name',
    help: 'Names are not case-sensitive. Choose another name, or pair the existing probe again.',
  },
  'last-administrator': {
    status: 409,
    title: 'The last administrator must stay',
    help: 'Otherwise no one could manage the appliance. Create or enable another administrator first.',
  },
  'changed-meanwhile': {
    status: 412,
    title: 'It was changed since you read it',
    help: 'The `If-Match` header names an older version. Read it again, check what changed, and send your change with the new `ETag`.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The body is too large',
    help: 'A body may have at most 256 KiB.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body must be JSON',
    help: 'Send the header `Content-Type: application/json`. (`curl -d` sends another one; use `curl --json`.)',
  },
  'query-feature-not-allowed': {
    status: 422,
    title: 'The search uses a feature that is not allowed',
    help: 'The search engine has the feature, but this API does not pass it on. `errors` points to it.',
  },
  'query-too-expensive': {
    status: 422,
    title: 'The search is too expensive',
    help: 'Narrow the time range, request fewer buckets or hits, or page with `search_after`. `errors` says which limit was exceeded.',
  },
  'job-too-large': {
    status: 422,
    title: 'Too many alerts for one job',
    help: 'A job changes at most 2,000,000 alerts. Narrow the filter, for example by time, and start several jobs one after another.',
  },
  'password-refused': {
    status: 422,
    title: 'The password is too easy to guess',
    help: 'Use 15 to 256 characters. Common passwords are not accepted, nor passwords based on the name of the user, the host or the product. Several unrelated words work well. `errors` names the rule.',
  },
  'certificate-unreadable': {
    status: 422,
    title: 'The certificate or its key cannot be read',
    help: 'Send PEM: at most 10 certificates in `certificate_chain`, and one private key in `private_key`. `errors` points to the field.',
  },
  'certificate-key-encrypted': {
    status: 422,
    title: 'The private key is protected by a passphrase',
    help: 'Send the key without a passphrase, for example the output of `openssl pkey -in key.pem`. It is sent over TLS and stored encrypted.',
  },
  'certificate-key-weak': {
    status: 422,
    title: 'This type of private key is not accepted',
    help: 'Use RSA with 2048 to 8192 bits (3072 or more recommended), P-256, P-384 or Ed25519.',
  },
  'certificate-key-mismatch': {
    status: 422,
    title: 'The private key does not match the certificate',
    help: 'The first certificate of the chain must be the one that belongs to the key.',
  },
  'certificate-not-valid-now': {
    status: 422,
    title: 'The certificate is not valid at this time',
    help: 'A certificate in the chain has expired or is not valid yet. Compare its dates with the clock of the appliance.',
  },
  'certificate-unusable': {
    status: 422,
    title: 'Clients would not accept the certificate',
    help: 'It must contain a host name or an IP address (subjectAltName), allow server authentication, and have a signature algorithm that TLS still accepts.',
  },
  'certificate-chain-broken': {
    status: 422,
    title: 'The certificates do not form a chain',
    help: 'Send your own certificate first, then the intermediates. Each must be issued by the next one. The root can be left out.',
  },
  'export-disabled': {
    status: 409,
    title: 'The export is disabled',
    help: 'Set the export with `enabled: true` first.',
  },
  'export-target-refused': {
    status: 422,
    title: 'Exports to this target are not allowed',
    help: 'Loopback, link-local, multicast and reserved addresses are not allowed, nor the addresses of the appliance itself. If `WATCHPOST_EXPORT_NETWORKS` is set, only those networks are allowed. `errors` says which rule applies.',
  },
  'export-replay-too-old': {
    status: 422,
    title: 'The log does not go back that far',
    help: 'The log keeps events for `WATCHPOST_LOG_RETENTION_HOURS`. Choose a later time. Older events can be searched, but not exported again.',
  },
  'answer-too-large': {
    status: 422,
    title: 'The answer would be larger than 64 MiB',
    help: 'Request fewer hits or buckets, or fewer fields with `_source`, and page with `search_after` or `after`.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the number of seconds in the `Retry-After` header, then try again.',
  },
  'too-many-jobs': {
    status: 429,
    title: 'Too many unfinished jobs',
    help: 'A user can have 3 jobs on alerts at a time. Wait until one has ended, or undo it.',
  },
  'login-throttled': {
    status: 429,
    title: 'Too many failed logins',
    help: 'Wait for the number of seconds in the `Retry-After` header, then try again. Unknown names get the same answer. No account is locked permanently; `watchpost admin reset-password` on the console unlocks one immediately.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    help: 'This is a bug in the appliance. Report it with the `instance` of this answer, which is also in the log.',
  },
  'arrival-unavailable': {
    status: 503,
    title: 'The indexing position is not available',
    help: 'Reading by arrival needs the log, which is starting or has failed. The cursor remains valid. Try again after the number of seconds in `Retry-After`.',
  },
  'dead-letters-unavailable': {
    status: 503,
    title: 'The dead letters are not available',
    help: 'They are stored in the log, which is starting or has failed. None are lost. Try again after the number of seconds in `Retry-After`.',
  },
  'engine-unavailable': {
    status: 503,
    title: 'The search engine cannot be reached',
    help: 'It is starting, overloaded or has failed. No events are lost. Try again after the number of seconds in `Retry-After`.',
  },
  'store-unavailable': {
    status: 503,
    title: 'The database cannot be reached',
    help: 'It is starting or has failed. Try again after the number of seconds in `Retry-After`.',
  },
  'engine-timeout': {
    status: 504,
    title: 'The search took too long',
    help: 'Searches are stopped after 10 seconds. Narrow the time range or request less.',
  },
  'batch-invalid': {
    status: 400,
    title: 'The batch is not valid',
    help: 'Its headers or its body do not have the documented form. Do not resend it unchanged.',
  },
  'certificate-unknown': {
    status: 403,
    title: 'No probe has this certificate',
    help: 'Enrol the probe, or use its own certificate.',
  },
  'certificate-invalid': {
    status: 403,
    title: 'The client certificate is missing or not valid',
    help: 'Everything except enrolment requires a client certificate that this appliance issued and that has not expired. Enrol the probe, or pair it again.',
  },
  'certificate-superseded': {
    status: 403,
    title: 'A newer certificate of this probe is in use',
    help: 'A certificate becomes invalid 30 seconds after the first use of its successor. If the sensor was restored from a backup or a snapshot, pair it again. Otherwise its key may be stolen: see the runbook `probe-cloned`.',
  },
  'probe-unpaired': {
    status: 403,
    title: 'The certificate of this probe is revoked or has expired',
    help: 'Pair the probe again.',
  },
  'enrolment-code-refused': {
    status: 403,
    title: 'The pairing code is not valid',
    help: 'It is unknown, already used, older than 15 minutes, or restricted to another IP address. The answer does not say which. An administrator creates a new code with `POST /api/probes/{id}/pairing` or `watchpost probe pair`.',
  },
  'csr-invalid': {
    status: 400,
    title: 'The certificate signing request is not accepted',
    help: 'Send one PKCS#10 request in PEM, signed by a P-256 key. A renewal requires a new key.',
  },
  'stream-torn': {
    status: 409,
    title: 'The stream has too many gaps, or a gap that is too large',
    help: 'A batch starts more than 1,000,000 after the highest known sequence number, or the stream has more than 1,000 ranges. Start a new stream, and number the events that were not acknowledged from 0.',
  },
  'batch-too-large': {
    status: 413,
    title: 'The batch is too large',
    help: 'A batch may have at most 10,000 events and 16 MiB after decompression. Send smaller batches.',
  },
  'encoding-unsupported': {
    status: 415,
    title: 'The encoding of the batch is not supported',
    help: 'Send `Content-Type: application/x-ndjson`, and `Content-Encoding` with zstd, gzip or identity.',
  },
  backlog: {
    status: 429,
    title: 'Too many events wait to be indexed',
    help: 'The log would soon delete unread events. Keep the events and send them after the number of seconds in `Retry-After`. Operators: check the indexers and the search engine.',
  },
  busy: {
    status: 429,
    title: 'Too many events wait to be stored',
    help: 'The log is slower than the probes. Send the batch again after the number of seconds in `Retry-After`.',
  },
  'engine-disk-full': {
    status: 429,
    title: 'The disk of the search engine is nearly full',
    help: 'Probes wait, because retention has nothing old enough to delete. Operators: add disk space, or shorten the retention.',
  },
  'log-disk-full': {
    status: 429,
    title: 'The disk of the log is nearly full',
    help: 'Probes wait. Operators: add disk space to the broker.',
  },
  'file-piece-unexpected': {
    status: 409,
    title: 'This piece of the file is not expected',
    help: 'Announce the file again (`POST /v1/files`), and send the piece that the answer names.',
  },
  'file-storage-full': {
    status: 429,
    title: 'There is no space for more files',
    help: 'Uploads wait; events do not. Operators: add disk space, or raise the setting `file_storage_gib`.',
  },
  'file-storage-missing': {
    status: 503,
    title: 'This appliance stores no files',
    help: 'Operators: set WATCHPOST_FILES_DIR, and run `watchpost init`.',
  },
  'probe-rate-limited': {
    status: 429,
    title: 'This probe exceeds its rate limit',
    help: 'It sends more than its `events_per_second` (or the setting `probe_events_per_second`), more file content than the setting `probe_file_kib_per_second`, or more than 4 batches or 8 requests at once. Keep the events and send them after the number of seconds in `Retry-After`.',
  },
  'probe-paused': {
    status: 429,
    title: 'This probe is paused',
    help: 'An administrator paused it. Keep the events and try again later.',
  },
  'log-unavailable': {
    status: 503,
    title: 'The log cannot store events at the moment',
    help: 'Send the batch again after the number of seconds in `Retry-After`. No events are lost.',
  },
} as const satisfies Record<string, CataloguedProblem>

export type ProblemCode = keyof typeof problems

export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text)
}

/** The default detail of a code: what is wrong, and what to do. */
export function defaultDetail(code: ProblemCode): string {
  const { title, help } = problems[code]
  return `${title}. ${help}`
}
