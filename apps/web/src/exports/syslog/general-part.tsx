import type { SyslogExport } from '@watchpost/contract'
import { Check } from '../../kit/controls/checks.tsx'
import { Field } from '../../kit/controls/field.tsx'
import { FieldRow, Form, FormActions, SaveButton } from '../../kit/controls/form.tsx'
import { useForm } from '../../kit/controls/use-form.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import { Select } from '../../kit/controls/select.tsx'
import { say } from '../../kit/feedback/toast.tsx'
import { useClient } from '../../server/server.tsx'
import { text } from '../../texts/text.ts'
import styles from '../exports.module.css'
import { fieldsOf, generalOf, type TransportChoice } from './general-fields.ts'
import { bodies, facilities, levels, severities } from './kinds.ts'
import { useFollowSyslog } from './use-syslog.ts'

/** The receiver of an export and the format of its messages. */
export function GeneralPart({ one }: { one: SyslogExport }) {
  return (
    <Panel title={text('syslog.general')}>
      <GeneralForm key={JSON.stringify([one.general, one.certificate !== null])} one={one} />
    </Panel>
  )
}

const transports: readonly TransportChoice[] = ['auto', 'tcp', 'tls']

function GeneralForm({ one }: { one: SyslogExport }) {
  const { id } = one
  const client = useClient()
  const follow = useFollowSyslog()
  const form = useForm({
    first: fieldsOf(one),
    members: { maxBytes: 'max_message_bytes' },
    send: (fields) => client.putSyslogGeneral({ params: { id }, body: generalOf(fields) }),
    onDone: () => {
      say(text('syslog.saved'))
      return follow(id)
    },
  })
  const { severities: chosen } = form.fields
  return (
    <Form
      label={text('syslog.general')}
      form={form}
      actions={
        <FormActions>
          <SaveButton form={form}>{text('syslog.save')}</SaveButton>
        </FormActions>
      }
    >
      <Check label={text('syslog.enabled')} about={text('syslog.enabledHelp')} {...form.check('enabled')} />
      <FieldRow>
        <Field label={text('syslog.hostname')} {...form.field('hostname')} spellCheck="false" />
        <Field label={text('syslog.port')} {...form.field('port')} inputMode="numeric" help={text('syslog.portHelp')} />
        <Select
          label={text('syslog.transport')}
          choices={transports.map((each) => ({ id: each, name: text(`exports.transport.${each}`) }))}
          {...form.select('transport')}
          help={text('syslog.transportHelp')}
        />
      </FieldRow>
      <FieldRow>
        <Select
          label={text('syslog.facility')}
          choices={facilities.map((each) => ({ id: each, name: each }))}
          {...form.select('facility')}
        />
        {bodies.length > 1 && (
          <Select
            label={text('syslog.body')}
            choices={bodies.map((each) => ({ id: each, name: each }))}
            {...form.select('body')}
          />
        )}
        <Field
          label={text('syslog.maxBytes')}
          {...form.field('maxBytes')}
          inputMode="numeric"
          help={text('syslog.maxBytesHelp')}
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
              chosen={chosen[level]}
              onChoose={(severity) => form.change({ severities: { ...chosen, [level]: severity } })}
              error={form.errorOf('severities', level)}
            />
          ))}
        </FieldRow>
      </div>
    </Form>
  )
}
