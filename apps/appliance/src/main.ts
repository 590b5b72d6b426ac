import { productFiles } from '@watchpost/runtime'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { failureOf } from './command-failure.ts'
import type { SetupOptions } from './commands/setup.ts'
import { addProbeCommands } from './probe-command.ts'
import { currentName, isService, type Service, services } from './supervise/services.ts'

const say = (line: string) => console.log(line)

// Each command loads only its own modules: the supervisor runs as long as the appliance and has to stay small.

const program = new Command('watchpost')
  .description('The Watchpost appliance.')
  .version(versionText(), '-V, --version', 'show the version, and the commit that it was built from')
  .exitOverride()

program
  .command('start')
  .description('supervise a process per service; or, with one service named, run that service')
  .addArgument(new Argument('[services...]', 'all when left out').choices([...services]).argParser(addService))
  .action(async (wanted: Service[]) => {
    const [only] = wanted
    const { becomeService, superviseServices } = await import('./commands/start.ts')
    if (wanted.length === 1 && only) becomeService(only)
    await superviseServices(wanted.length > 0 ? wanted : services)
  })

program
  .command('setup')
  .description(
    'set up everything on this machine, after the packages are installed; a second run keeps secrets and data',
  )
  .option('--name <host...>', 'host names and IP addresses under which probes and browsers reach this machine')
  .option('--listen <address>', 'the IP address on which web interface and gateway listen')
  .option('--export-networks <networks>', 'networks that exports may lead to, separated by commas')
  .option('--engine-heap <gibibytes>', 'heap of OpenSearch; a quarter of the memory when left out', wholeNumber)
  .option('--log-heap <mebibytes>', 'heap of Kafka', wholeNumber)
  .option('-y, --yes', 'ask nothing')
  .option('--ignore-checks', 'continue on a machine that does not fit')
  .option('--dry-run', 'write nothing, and show what would be done')
  .option('--root <folder>', 'write the files into this folder, and show the commands instead of running them')
  .action(async (options: SetupOptions) => {
    const { setUp } = await import('./commands/setup.ts')
    await setUp(options, say)
  })

program
  .command('init')
  .description(
    'make what must exist before the first start: tables, topics, sealing key, certificates, the first administrator',
  )
  .action(async () => {
    const { initialise } = await import('./commands/init.ts')
    await initialise(say)
  })

program
  .command('container-settings')
  .description('make missing passwords, and write the settings of servers that run in containers')
  .option('--folder <folder>', 'where the settings of all containers are', '/etc/watchpost')
  .addOption(new Option('--servers <names...>', 'the servers that run in containers').choices(['store', 'log']))
  .option('--log-host <name>', 'the host name of Kafka', 'log')
  .action(async (options: { folder: string; servers?: ('store' | 'log')[]; logHost: string }) => {
    const { makeContainerSettings } = await import('./containers/container-settings.ts')
    await makeContainerSettings({ ...options, servers: options.servers ?? ['store', 'log'] }, say)
  })

program
  .command('grants')
  .description('print what to run on a server so that each service has its own user, with the least privileges')
  .addArgument(new Argument('<server>').choices(['postgres', 'kafka', 'opensearch']))
  .action(async (server: 'postgres' | 'kafka' | 'opensearch') => {
    const { showGrants } = await import('./commands/grants.ts')
    showGrants(server, say)
  })

addProbeCommands(program, wholeNumber, say)

program
  .command('admin')
  .description('help for users who are locked out')
  .command('reset-password')
  .description('give an account a new password, which has to be changed at the first login, and end its sessions')
  .argument('<user>', 'its name')
  .option('--revoke-keys', 'also remove every API key of the account')
  .action(async (username: string, options: { revokeKeys?: boolean }) => {
    const { showNewPassword } = await import('./commands/reset-password.ts')
    await showNewPassword({ username, revokesKeys: options.revokeKeys ?? false }, say)
  })

const secrets = program
  .command('secrets')
  .description('the keys that seal private keys and other secrets in the database')
secrets
  .command('status')
  .description('show the keys, how many secrets each seals, and whether the key file is the right one')
  .action(async () => {
    const { showSecrets } = await import('./commands/secrets.ts')
    await showSecrets(say)
  })
secrets
  .command('rotate')
  .description(
    'replace the key; the appliance may run in the meantime, and a run that was cut off is completed by the next',
  )
  .option('--prepare', 'only add the new key to the file, so that the file can be copied to other hosts first')
  .action(async (options: { prepare?: boolean }) => {
    const { rotateSecrets } = await import('./commands/secrets.ts')
    await rotateSecrets({ isPrepareOnly: options.prepare ?? false }, say)
  })

const audit = program.command('audit').description('who looked at what and who changed what, provably')
audit
  .command('verify')
  .description('look whether any row of the audit was changed, removed or added; ends with 1 and says where')
  .option('--since <checkpoint>', 'only what came after this checkpoint', wholeNumber)
  .option('--public-key <file>', 'the key to check signatures with; by default that of this appliance')
  .action(async (options: { since?: number; publicKey?: string }) => {
    const { verifyAudit } = await import('./commands/audit.ts')
    await verifyAudit(options, say)
  })
audit
  .command('archive')
  .description('move old rows into a signed file in WATCHPOST_AUDIT_DIR; they still verify together with what remains')
  .requiredOption('--older-than <days>', 'rows that are older than so many days', wholeNumber)
  .action(async (options: { olderThan: number }) => {
    const { archiveAudit } = await import('./commands/audit.ts')
    await archiveAudit(options.olderThan, say)
  })
audit
  .command('key')
  .description('show the public key of the signatures, to be kept elsewhere')
  .action(async () => {
    const { showAuditKey } = await import('./commands/audit.ts')
    await showAuditKey(say)
  })

program
  .command('certificate')
  .description('show the certificates of the appliance and their fingerprints')
  .action(async () => {
    const { showCertificates } = await import('./commands/certificate.ts')
    await showCertificates(say)
  })

program
  .command('doctor')
  .description('look at every part of the appliance and say what to do; ends with 1 when something is bad')
  .option('--json', 'one JSON object per line')
  .option('--every <seconds>', 'look again and again, one JSON array per line, until the input ends', wholeNumber)
  .action(async (options: { json?: boolean; every?: number }) => {
    const { followFindings, showFindings } = await import('./commands/doctor.ts')
    if (options.every === undefined) await showFindings({ isJson: options.json ?? false }, say)
    else await followFindings(options.every, say)
  })

program
  .command('support-bundle')
  .description('gather what someone who helps needs to know into one file, without secrets and without events')
  .option('--out <file>', 'where it goes; watchpost-support-<time>.tar.gz in this folder when left out')
  .action(async (options: { out?: string }) => {
    const { writeSupportBundle } = await import('./commands/support-bundle.ts')
    await writeSupportBundle(options.out, say)
  })

const deadLetters = program.command('dead-letters').description('events that could not become documents')
deadLetters
  .command('list')
  .description('show those that were not sent again, oldest first')
  .option('--limit <number>', 'the most that are shown', wholeNumber, 100)
  .option('--json', 'one JSON object per line, with the whole event')
  .action(async (options: { limit: number; json?: boolean }) => {
    const { listDeadLetters } = await import('./commands/dead-letters.ts')
    await listDeadLetters({ limit: options.limit, isJson: options.json ?? false }, say)
  })
deadLetters
  .command('retry')
  .description('send all of them to the indexers again')
  .action(async () => {
    const { retryDeadLetters } = await import('./commands/dead-letters.ts')
    await retryDeadLetters(say)
  })

const alerts = program.command('alerts').description('what analysts set on alerts')
alerts
  .command('reproject')
  .description('copy the state of all alerts from the database into the engine again, after one of them was restored')
  .action(async () => {
    const { reprojectAlerts } = await import('./commands/alerts.ts')
    await reprojectAlerts(say)
  })
alerts
  .command('recount')
  .description('count all clusters again, and score them by the newest risk policy')
  .action(async () => {
    const { recountAlerts } = await import('./commands/alerts.ts')
    await recountAlerts(say)
  })

function versionText(): string {
  const { version, commit } = productFiles().version()
  return `watchpost ${version} (${commit ? `commit ${commit}` : 'checkout'}), Node ${process.version}`
}

function addService(name: string, others: Service[] = []): Service[] {
  const service = currentName(name)
  if (!isService(service)) throw new InvalidArgumentError(`Choose from ${services.join(', ')}.`)
  return [...others, service]
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('a whole number from 1 on is needed')
  return Number(text)
}

try {
  await program.parseAsync()
} catch (error) {
  const { exitCode, text, isSurprise } = failureOf(error)
  if (isSurprise) console.error(error)
  else if (text !== undefined) console.error(`watchpost: ${text}`)
  process.exitCode = exitCode
}
