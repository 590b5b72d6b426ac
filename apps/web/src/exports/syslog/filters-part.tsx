import type { SyslogExport } from '@watchpost/contract'
import { syslogEventTypes, syslogProtocols } from '@watchpost/contract/names'
import { useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { Checks } from '../../kit/controls/checks.tsx'
import { ConfirmDialog, type Question } from '../../kit/feedback/confirm-dialog.tsx'
import { Field } from '../../kit/controls/field.tsx'
import { Form, FormActions, SaveButton } from '../../kit/controls/form.tsx'
import { useForm } from '../../kit/controls/use-form.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import { Explained } from '../../kit/layout/plain-page.tsx'
import { say } from '../../kit/feedback/toast.tsx'
import { useProbes } from '../../probes/use-probes.ts'
import { useClient } from '../../server/server.tsx'
import { useMay } from '../../session/session.ts'
import { text } from '../../texts/text.ts'
import { filterFieldsOf, filtersOf } from './filter-fields.ts'
import { useFollowSyslog } from './use-syslog.ts'

/** The filters that select which events an export sends. */
export function FiltersPart({ one }: { one: SyslogExport }) {
  const { id, filters } = one
  const client = useClient()
  const follow = useFollowSyslog()
  const [question, setQuestion] = useState<Question>()
  const clear: Question = {
    title: text('syslog.clearFiltersTitle', { id: String(id) }),
    words: text('syslog.clearFiltersWords'),
    action: text('syslog.clearFilters'),
    isDangerous: true,
    run: async () => {
      await client.clearSyslogFilters({ params: { id } })
      say(text('syslog.cleared'))
      await follow(id)
    },
  }
  return (
    <Panel title={text('syslog.filters')}>
      <FiltersForm key={JSON.stringify(filters)} one={one} onClear={() => setQuestion(clear)} />
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
    </Panel>
  )
}

function FiltersForm({ one: { id, filters }, onClear }: { one: SyslogExport; onClear: () => void }) {
  const client = useClient()
  const follow = useFollowSyslog()
  const probes = useProbes().data?.probes ?? []
  const first = filterFieldsOf(filters)
  const mayNameAudit = useMay()('export:audit')
  const offered = syslogEventTypes.filter(
    (name) => name !== 'audit' || mayNameAudit || filters.event_types.includes(name),
  )
  const form = useForm({
    first,
    members: { eventTypes: 'event_types', minRisk: 'min_risk' },
    send: (fields) => client.putSyslogFilters({ params: { id }, body: filtersOf(fields) }),
    onDone: () => {
      say(text('syslog.saved'))
      return follow(id)
    },
  })
  const named = new Map([...filters.probes, ...probes].map((probe) => [String(probe.id), probe.fqdn]))
  const isSet = JSON.stringify(filtersOf(first)) !== JSON.stringify(noFilters)
  return (
    <Form
      label={text('syslog.filters')}
      form={form}
      actions={
        <FormActions>
          <SaveButton form={form}>{text('syslog.save')}</SaveButton>
          {isSet && (
            <Button look="danger" onPress={onClear}>
              {text('syslog.clearFilters')}
            </Button>
          )}
        </FormActions>
      }
    >
      <Explained>{text('syslog.filtersAbout')}</Explained>
      <Field
        label={text('syslog.ips')}
        {...form.field('ips')}
        isLong
        help={text('syslog.ipsHelp')}
        spellCheck="false"
      />
      <Checks
        label={text('syslog.probes')}
        choices={[...named].map(([number, fqdn]) => ({ id: number, name: fqdn }))}
        {...form.checks('probes')}
        help={named.size === 0 ? text('syslog.noProbes') : undefined}
      />
      <Checks
        label={text('syslog.protocols')}
        choices={syslogProtocols.map((name) => ({ id: name, name }))}
        {...form.checks('protocols')}
      />
      <Checks
        label={text('syslog.eventTypes')}
        choices={offered.map((name) => ({ id: name, name }))}
        {...form.checks('eventTypes')}
        help={text('syslog.kindsHelp')}
      />
      <Field
        label={text('syslog.minRisk')}
        {...form.field('minRisk')}
        inputMode="numeric"
        help={text('syslog.minRiskHelp')}
      />
    </Form>
  )
}

const noFilters = { ips: [], probes: [], protocols: [], event_types: [], min_risk: null }
