import { useMutation } from '@tanstack/react-query'
import type { SyslogExport } from '@watchpost/contract'
import { useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { Check } from '../../kit/controls/checks.tsx'
import { errorAt } from '../../kit/controls/field-errors.ts'
import { Field } from '../../kit/controls/field.tsx'
import { FieldRow, Form, FormActions } from '../../kit/controls/form.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Select } from '../../kit/controls/select.tsx'
import { say } from '../../kit/feedback/toast.tsx'
import { useClient } from '../../server/server.tsx'
import { text } from '../../texts/text.ts'
import styles from '../exports.module.css'
import { fieldsOf, type GeneralFields, generalOf, type TransportChoice } from './general-fields.ts'
import { facilities, levels, severities } from './kinds.ts'
import { useFollowSyslog } from './use-syslog.ts'

/** Where an export leads, and the form of its messages. */
export function GeneralPart({ one }: { one: SyslogExport }) {
  return (
    <Panel title={text('syslog.general')}>
      <GeneralForm key={JSON.stringify([one.general, one.certificate !== null])} one={one} />
    </Panel>
  )
}

const transports: readonly TransportChoice[] = ['auto', 'tcp', 'tls']
const pointers = ['hostname', 'port', 'enabled', 'transport', 'facility', 'severities', 'max_message_bytes'].map(
  (name) => `#/${name}`,
)

function GeneralForm({ one }: { one: SyslogExport }) {
  const { id } = one
  const client = useClient()
  const follow = useFollowSyslog(id)
  const [fields, setFields] = useState(() => fieldsOf(one))
  const change = (changed: Partial<GeneralFields>) => setFields({ ...fields, ...changed })
  const attempt = useMutation({
    mutationFn: () => client.putSyslogGeneral({ params: { id }, body: generalOf(fields) }),
    onSuccess: () => {
      say(text('syslog.saved'))
      return follow()
    },
  })
  const isChanged = JSON.stringify(fields) !== JSON.stringify(fieldsOf(one))
  return (
    <Form
      label={text('syslog.general')}
      error={attempt.error}
      pointers={pointers}
      onSubmit={() => attempt.mutate()}
      actions={
        <FormActions>
          <Button type="submit" look="main" isPending={attempt.isPending} isDisabled={!isChanged}>
            {text('syslog.save')}
          </Button>
        </FormActions>
      }
    >
      <Check
        label={text('syslog.enabled')}
        about={text('syslog.enabledHelp')}
        isOn={fields.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <FieldRow>
        <Field
          label={text('syslog.hostname')}
          value={fields.hostname}
          onChange={(hostname) => change({ hostname })}
          error={errorAt(attempt.error, '#/hostname')}
          spellCheck="false"
        />
        <Field
          label={text('syslog.port')}
          value={fields.port}
          onChange={(port) => change({ port })}
          inputMode="numeric"
          help={text('syslog.portHelp')}
          error={errorAt(attempt.error, '#/port')}
        />
        <Select
          label={text('syslog.transport')}
          choices={transports.map((each) => ({ id: each, name: text(`exports.transport.${each}`) }))}
          chosen={fields.transport}
          onChoose={(transport) => change({ transport })}
          help={text('syslog.transportHelp')}
          error={errorAt(attempt.error, '#/transport')}
        />
      </FieldRow>
      <FieldRow>
        <Select
          label={text('syslog.facility')}
          choices={facilities.map((each) => ({ id: each, name: each }))}
          chosen={fields.facility}
          onChoose={(facility) => change({ facility })}
          error={errorAt(attempt.error, '#/facility')}
        />
        <Field
          label={text('syslog.maxBytes')}
          value={fields.maxBytes}
          onChange={(maxBytes) => change({ maxBytes })}
          inputMode="numeric"
          help={text('syslog.maxBytesHelp')}
          error={errorAt(attempt.error, '#/max_message_bytes')}
        />
      </FieldRow>
      <div className={styles.group} role="group" aria-label={text('syslog.severities')}>
        <span>{text('syslog.severities')}</span>
        <FieldRow>
          {levels.map((level) => (
            <Select
              key={level}
              label={text(`syslog.severity.${level}`)}
              choices={severities.map((each) => ({ id: each, name: each }))}
              chosen={fields.severities[level]}
              onChoose={(severity) => change({ severities: { ...fields.severities, [level]: severity } })}
              error={errorAt(attempt.error, `#/severities/${level}`)}
            />
          ))}
        </FieldRow>
      </div>
    </Form>
  )
}
