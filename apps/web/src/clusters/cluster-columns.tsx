import type { Cluster } from '@watchpost/contract'
import { RiskMark } from '../kit/feedback/badge.tsx'
import { ContributionBar } from '../kit/chart/contributions.tsx'
import type { Column } from '../kit/table/table-row.tsx'
import { Value } from '../kit/value/value.tsx'
import { numberText, text } from '../texts/text.ts'
import { type Clock, timeText } from '../time/format.ts'

/** The columns of the cluster list. */
export function clusterColumns(clock: Clock): readonly Column<Cluster>[] {
  const count = (
    id:
      | 'number_alerts'
      | 'open'
      | 'network_engine'
      | 'malware_engine'
      | 'code_engine'
      | 'number_peers'
      | 'number_probes',
    title: string,
    sort?: string,
  ): Column<Cluster> => ({
    id,
    title,
    width: id === 'open' ? '64px' : '76px',
    isNumeric: true,
    ...(sort && { sort }),
    cell: (cluster) => numberText(cluster[id]),
  })
  return [
    {
      id: 'date',
      title: text('clusters.frame'),
      width: '132px',
      sort: 'date',
      cell: ({ date, frequency }) => timeText(`${date}Z`, frequency === 'hour' ? 'minute' : 'day', clock),
    },
    {
      id: 'ip',
      title: text('clusters.address'),
      width: '140px',
      sort: 'ip',
      cell: ({ ip }) => <Value filter="ip" value={ip} isAddress />,
    },
    {
      id: 'risk',
      title: text('clusters.score'),
      width: '96px',
      sort: 'risk',
      cell: ({ risk_score }) => <RiskMark risk={risk_score} />,
    },
    {
      id: 'parts',
      title: text('clusters.parts'),
      width: 'minmax(130px, 0.6fr)',
      cell: ({ contributions = [], risk_score }) => (
        <ContributionBar contributions={contributions} score={risk_score} />
      ),
    },
    count('number_alerts', text('clusters.alerts'), 'number_alerts'),
    count('open', text('clusters.open')),
    count('network_engine', text('detector.network')),
    count('malware_engine', text('detector.malware')),
    count('code_engine', text('detector.code')),
    count('number_peers', text('clusters.peers')),
    count('number_probes', text('clusters.probes')),
    {
      id: 'signature',
      title: text('clusters.signature'),
      width: 'minmax(240px, 1fr)',
      cell: ({ signatures }) => <Value filter="name" value={signatures[0]?.name ?? ''} />,
    },
  ]
}
