import { useMutation } from '@tanstack/react-query'
import type { SyslogExport } from '@watchpost/contract'
import { syslogEventTypes, syslogProtocols } from '@watchpost/contract/names'
import { useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { Checks } from '../../kit/controls/checks.tsx'
import { ConfirmDialog, type Question } from '../../kit/feedback/confirm-dialog.tsx'
import { errorAt } from '../../kit/controls/field-errors.ts'
import { Field } from '../../kit/controls/field.tsx'
import { Form, FormActions } from '../../kit/controls/form.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Explained } from '../../kit/layout/plain-page.tsx'
import { say } from '../../kit/feedback/toast.tsx'
import { useProbes } from '../../probes/use-probes.ts'
import { useClient } from '../../server/server.tsx'
import { useMay } from '../../session/session.ts'
import { text } from '../../texts/text.ts'
import { type FilterFields, filterFieldsOf, filtersOf } from './filter-fields.ts'
import { useFollowSyslog } from './use-syslog.ts'

/** Which events an export sends. */
export function FiltersPart({ one }: { one: SyslogExport }) {
  const { id, filters } = one
  const client = useClient()
  const follow = useFollowSyslog(id)
  const [question, setQuestion] = useState<Question>()
  const clear: Question = {
    title: text('syslog.clearFiltersTitle', { id: String(id) }),
    words: text('syslog.clearFiltersWords'),
    action: text('syslog.clearFilters'),
    run: async () => {
      await client.clearSyslogFilters({ params: { id } })
      say(text('syslog.cleared'))
      await follow()
    },
  }
  return (
    <Panel title={text('syslog.filters')}>
      <FiltersForm key={JSON.stringify(filters)} one={one} onClear={() => setQuestion(clear)} />
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
    </Panel>
  )
}

const pointers = ['#/ips', '#/probes', '#/protocols', '#/event_types', '#/min_risk']

function FiltersForm({ one: { id, filters }, onClear }: { one: SyslogExport; onClear: () => void }) {
  const client = useClient()
  const follow = useFollowSyslog(id)
  const probes = useProbes().data?.probes ?? []
  const first = filterFieldsOf(filters)
  const mayNameAudit = useMay()('export:audit')
  const offered = syslogEventTypes.filter(
    (name) => name !== 'audit' || mayNameAudit || filters.event_types.includes(name),
  )
  const [fields, setFields] = useState(first)
  const change = (changed: Partial<FilterFields>) => setFields({ ...fields, ...changed })
  const attempt = useMutation({
    mutationFn: () => client.putSyslogFilters({ params: { id }, body: filtersOf(fields) }),
    onSuccess: () => {
      say(text('syslog.saved'))
      return follow()
    },
  })
  const named = new Map([...filters.probes, ...probes].map((probe) => [String(probe.id), probe.fqdn]))
  const isSet = JSON.stringify(filtersOf(first)) !== JSON.stringify(noFilters)
  return (
    <Form
      label={text('syslog.filters')}
      error={attempt.error}
      pointers={pointers}
      onSubmit={() => attempt.mutate()}
      actions={
        <FormActions>
          <Button
            type="submit"
            look="main"
            isPending={attempt.isPending}
            isDisabled={JSON.stringify(fields) === JSON.stringify(first)}
          >
            {text('syslog.save')}
          </Button>
          {isSet && <Button onPress={onClear}>{text('syslog.clearFilters')}</Button>}
        </FormActions>
      }
    >
      <Explained>{text('syslog.filtersAbout')}</Explained>
      <Field
        label={text('syslog.ips')}
        value={fields.ips}
        onChange={(ips) => change({ ips })}
        isLong
        help={text('syslog.ipsHelp')}
        error={errorAt(attempt.error, '#/ips')}
        spellCheck="false"
      />
      <Checks
        label={text('syslog.probes')}
        choices={[...named].map(([number, fqdn]) => ({ id: number, name: fqdn }))}
        chosen={fields.probes}
        onChange={(chosen) => change({ probes: chosen })}
        help={named.size === 0 ? text('syslog.noProbes') : undefined}
        error={errorAt(attempt.error, '#/probes')}
      />
      <Checks
        label={text('syslog.protocols')}
        choices={syslogProtocols.map((name) => ({ id: name, name }))}
        chosen={fields.protocols}
        onChange={(chosen) => change({ protocols: chosen })}
        error={errorAt(attempt.error, '#/protocols')}
      />
      <Checks
        label={text('syslog.eventTypes')}
        choices={offered.map((name) => ({ id: name, name }))}
        chosen={fields.eventTypes}
        onChange={(chosen) => change({ eventTypes: chosen })}
        help={text('syslog.kindsHelp')}
        error={errorAt(attempt.error, '#/event_types')}
      />
      <Field
        label={text('syslog.minRisk')}
        value={fields.minRisk}
        onChange={(minRisk) => change({ minRisk })}
        inputMode="numeric"
        help={text('syslog.minRiskHelp')}
        error={errorAt(attempt.error, '#/min_risk')}
      />
    </Form>
  )
}

const noFilters = { ips: [], probes: [], protocols: [], event_types: [], min_risk: null }
