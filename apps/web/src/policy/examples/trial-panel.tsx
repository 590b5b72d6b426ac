import { Answered } from '../../kit/feedback/answered.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Explained, Stacked } from '../../kit/layout/plain-page.tsx'
import { text } from '../../texts/text.ts'
import type { Draft } from '../draft.ts'
import { faultsElsewhere } from '../faults.ts'
import type { Tried } from '../use-trial.ts'
import { ExampleItem } from './example-item.tsx'
import styles from './examples.module.css'

interface TrialPanelProps {
  tried: Tried
  draft: Draft
  isReadOnly: boolean
}

/** How the edited policy would score existing alerts. */
export function TrialPanel({ tried: { asked, refusal }, draft, isReadOnly }: TrialPanelProps) {
  return (
    <Panel title={text('policy.examples')}>
      <Stacked>
        <Explained>{text(isReadOnly ? 'policy.examplesRead' : 'policy.examplesWords')}</Explained>
        {refusal !== null && (
          <Notice kind="warning" title={text('policy.refused')}>
            {[text('policy.refusedWords'), ...faultsElsewhere(refusal, draft)].join(' ')}
          </Notice>
        )}
        <Answered asked={asked}>
          {(trial) => (
            <ul className={styles.examples} aria-label={text('policy.examples')}>
              {trial.examples.map((example) => (
                <ExampleItem key={example.self ?? example.name} example={example} />
              ))}
            </ul>
          )}
        </Answered>
      </Stacked>
    </Panel>
  )
}
