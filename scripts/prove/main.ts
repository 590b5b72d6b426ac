import { parseArgs } from 'node:util'
import { accountsScenarios, proveAccounts } from './accounts/accounts.ts'
import { auditParts, proveAudit } from './audit/audit.ts'
import { alertParts, proveAlerts } from './alerts/alerts.ts'
import { coverageParts, proveCoverage } from './coverage/coverage.ts'
import { proveFoundation } from './foundation.ts'
import { guardParts, proveGuard } from './guard/guard.ts'
import { proveGuides } from './guides/guides.ts'
import { hostileParts, proveHostile } from './hostile/hostile.ts'
import { metricsParts, proveMetrics } from './metrics/metrics.ts'
import { provePath, scenarios } from './path/path.ts'
import { probeParts, proveProbes } from './probes/probes.ts'
import { shareServers } from './proof-stack.ts'
import { proveSearch } from './search/search.ts'
import { proveSyslog, syslogParts } from './syslog/syslog.ts'
import { proveWeb, webParts } from './web/web.ts'

const usage = `pnpm prove <topic> [--ci] [options]

  foundation   one event, all the way: acknowledged is stored, once; the example searches; kill -9 of everything
                 --events N (200000)  --seed N (1)
  path         one event, one document, whatever happens: kills, stops, resets, roll-over, full log, full disk, lost
                 nodes, rebalances, removals that are cut off, documents that the engine always refuses
                 --events N (1000000)  --seed N (1)  --only ${scenarios.join()}
                 --burners N (0)  processes that keep the machine busy; times are then printed and not judged
  accounts     only who may gets in, nothing changes without a trace, no secret leaks, keys rotate while they are used
                 --seed N (1)  --only ${accountsScenarios.join()}
  search       answers as the engine's own, what the API adds to their time, and what a frozen engine does to callers
                 --events N (1000000)  --only answers,fields,away,speed,tls
  alerts       alerts and clusters: shapes, every list against the oracle, collectors that miss nothing, speed
                 --seed N (1)  --events N (10000000, alerts of the data set)  --only ${alertParts.join()}
  guard        no body gets past the grammar, harms the engine, or reads what it should not; what passes ends in time
                 --seed N (1)  --events N (10000000)  --only ${guardParts.join()}
  syslog       exports to rsyslog and syslog-ng: every event, exact filters, faults, many at once, forbidden targets
                 --seed N (1)  --events N (500000)  --only ${syslogParts.join()}

  metrics      the appliance at a real Netdata and a real Prometheus: values, failures and their alerts, traces, cost
                 --seed N (1)  --events N (100000)  --only ${metricsParts.join()}
  probes       a real Suricata and real agents: nothing lost, who gets in, ten thousand at once, hostile lines, cost
                 --seed N (1)  --events N (2000000)  --only ${probeParts.join()}
                 --against COMMIT (HEAD~1)  what ingest is compared with, not with --ci

  web          the pages in a real browser: what analysts and administrators do, by keyboard too, accessibility, hostile text, size, speed
                 --seed N (1)  --events N (3000000, alerts of the data set)  --only ${webParts.join()}
  audit        the audit cannot be bent: changes under kills, every bending found, long audits, carried away by syslog,
                 cost of searches
                 --seed N (1)  --only ${auditParts.join()}
  coverage     completeness is never claimed where it is not: ten probes over six driven hours against an oracle, exact
                 hours under kills, the cost of 10,000 probes and 30 days
                 --seed N (1)  --only ${coverageParts.join()}
  hostile      hostile clients: held connections, weak TLS, generated requests, the list of known attacks
                 --seed N (1)  --only ${hostileParts.join()}

  guides       the commands in the README and in the guides for analysts and integrators work as printed, from a clean copy

  --ci         the small version of the proof
  --except A,B all parts but these, where --only could name parts
  --dir DIR    folder of the stack that the proof makes and takes down (.stack-prove)
  --share      leave the servers of the stack running for the next proof with the same --dir, which empties them first

The stack of a proof has its own folder and ports (WATCHPOST_STACK_PORT_OFFSET, 1000 unless set).
A proof prints a table and, as its last line, one JSON object; it fails when the claim does not hold.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ci: { type: 'boolean', default: false },
    share: { type: 'boolean', default: false },
    dir: { type: 'string', default: '.stack-prove' },
    events: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    burners: { type: 'string', default: '0' },
    except: { type: 'string' },
    'node-flags': { type: 'string' },
    against: { type: 'string', default: 'HEAD~1' },
  },
})
process.env.WATCHPOST_STACK_PORT_OFFSET ??= '1000'
if (values.share) shareServers()

switch (positionals[0]) {
  case 'foundation':
    await proveFoundation({
      dir: values.dir,
      events: Number(values.events ?? (values.ci ? 20_000 : 200_000)),
      seed: Number(values.seed),
    })
    break
  case 'path':
    await provePath({
      dir: values.dir,
      isSmall: values.ci,
      seed: Number(values.seed),
      ...(values.events && { events: Number(values.events) }),
      only: chosen(scenarios),
      burners: Number(values.burners),
    })
    break
  case 'accounts':
    await proveAccounts({
      dir: values.dir,
      isSmall: values.ci,
      seed: Number(values.seed),
      only: chosen(accountsScenarios),
    })
    break
  case 'search':
    await proveSearch({
      dir: values.dir,
      isSmall: values.ci,
      ...(values.events && { events: Number(values.events) }),
      ...(values.only && { only: values.only.split(',') }),
      ...(values['node-flags'] && { nodeFlags: values['node-flags'].split(' ') }),
    })
    break
  case 'alerts':
    await proveAlerts({
      dir: values.dir,
      isSmall: values.ci,
      seed: Number(values.seed),
      ...(values.events && { alerts: Number(values.events) }),
      only: chosen(alertParts),
    })
    break
  case 'guard':
    await proveGuard({
      dir: values.dir,
      isSmall: values.ci,
      seed: Number(values.seed),
      ...(values.events && { events: Number(values.events) }),
      only: chosen(guardParts),
    })
    break
  case 'syslog':
    await proveSyslog({
      dir: values.dir,
      isSmall: values.ci,
      seed: Number(values.seed),
      ...(values.events && { events: Number(values.events) }),
      only: chosen(syslogParts),
    })
    break
  case 'metrics':
    await proveMetrics({
      dir: values.dir,
      isSmall: values.ci,
      seed: Number(values.seed),
      ...(values.events && { events: Number(values.events) }),
      only: chosen(metricsParts),
    })
    break
  case 'probes':
    await proveProbes({
      dir: values.dir,
      isSmall: values.ci,
      seed: Number(values.seed),
      ...(values.events && { events: Number(values.events) }),
      only: chosen(probeParts),
      against: values.against,
    })
    break
  case 'web':
    await proveWeb({
      dir: values.dir,
      isSmall: values.ci,
      seed: Number(values.seed),
      ...(values.events && { alerts: Number(values.events) }),
      only: chosen(webParts),
    })
    break
  case 'audit':
    await proveAudit({
      dir: values.dir,
      isSmall: values.ci,
      seed: Number(values.seed),
      only: chosen(auditParts),
    })
    break
  case 'coverage':
    await proveCoverage({
      dir: values.dir,
      isSmall: values.ci,
      seed: Number(values.seed),
      only: chosen(coverageParts),
    })
    break
  case 'hostile':
    await proveHostile({
      dir: values.dir,
      isSmall: values.ci,
      seed: Number(values.seed),
      only: chosen(hostileParts),
    })
    break
  case 'guides':
    await proveGuides()
    break
  default:
    console.error(usage)
    process.exitCode = 2
}
// Not by itself: Node may spin for ever while it closes sockets that were reset.
process.exit()

/** The parts that `--only` names, or all but those that `--except` names. A name that is not known ends the proof. */
function chosen<T extends string>(known: readonly T[]): readonly T[] {
  const only = values.only?.split(',') ?? known
  const except = values.except?.split(',') ?? []
  const unknown = [...only, ...except].filter((name) => !known.some((each) => each === name))
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}; there are ${known.join(', ')}`)
  return known.filter((each) => only.includes(each) && !except.includes(each))
}
