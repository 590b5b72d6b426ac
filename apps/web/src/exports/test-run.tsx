import { useMutation } from '@tanstack/react-query'
import type { MetricsTest, SyslogTest } from '@watchpost/contract'
import { Button } from '../kit/controls/button.tsx'
import { failureOf } from '../kit/feedback/failure.ts'
import { Icon } from '../kit/controls/icon.tsx'
import { Notice } from '../kit/feedback/notice.tsx'
import { StateMark } from '../kit/feedback/state-mark.tsx'
import { text } from '../texts/text.ts'
import styles from './exports.module.css'

type Test = SyslogTest | MetricsTest

interface TestRunProps {
  run: () => Promise<Test>
  /** A limitation of the test, shown with its success. */
  caution?: string
}

/** Tests an export and shows the result of each step. */
export function TestRun({ run, caution }: TestRunProps) {
  const attempt = useMutation({ mutationFn: run })
  const failure = attempt.error && failureOf(attempt.error)
  return (
    <div className={styles.test}>
      <div className={styles.line}>
        <Button icon="play" onPress={() => attempt.mutate()} isPending={attempt.isPending}>
          {text(attempt.isPending ? 'exports.testing' : 'exports.test')}
        </Button>
        <span className={styles.faint}>{text('exports.testWords')}</span>
      </div>
      {failure && (
        <Notice kind="failure" title={failure.title}>
          {failure.detail}
        </Notice>
      )}
      {attempt.data && <Steps test={attempt.data} caution={caution} />}
    </div>
  )
}

function Steps({ test, caution }: { test: Test; caution: string | undefined }) {
  return (
    <div role="status">
      <StateMark tone={test.ok ? 'good' : 'bad'}>{text(test.ok ? 'exports.testOk' : 'exports.testBad')}</StateMark>
      {test.ok && caution && <span className={styles.faint}> {caution}</span>}
      <ol className={styles.steps} aria-label={text('exports.testSteps')}>
        {test.steps.map(({ step, ok, milliseconds, detail }) => (
          <li key={step} data-ok={ok}>
            <Icon name={ok ? 'check' : 'close'} size={14} />
            <strong>{text(`exports.step.${step}`)}</strong>
            <span>{detail}</span>
            <span className={styles.faint}>{text('exports.stepMs', { count: milliseconds })}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
