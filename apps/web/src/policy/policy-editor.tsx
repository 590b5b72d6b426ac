import type { RiskPolicyVersion } from '@watchpost/contract'
import { useState } from 'react'
import { Button } from '../kit/controls/button.tsx'
import { FormActions } from '../kit/controls/form.tsx'
import { Notice } from '../kit/feedback/notice.tsx'
import { say } from '../kit/feedback/toast.tsx'
import { text } from '../texts/text.ts'
import { type Draft, draftOf, isChanged, namedTwice, policyOf } from './draft.ts'
import { movedOf } from './examples/score-change.ts'
import { TrialPanel } from './examples/trial-panel.tsx'
import { faultsOf } from './faults.ts'
import { PolicyActions } from './policy-actions.tsx'
import { PolicyForm } from './policy-form.tsx'
import styles from './policy.module.css'
import { useSavePolicy } from './use-policy.ts'
import { useTrial } from './use-trial.ts'
import { VersionList } from './version-list.tsx'

interface PolicyEditorProps {
  /** Newest first; never empty. */
  versions: readonly RiskPolicyVersion[]
  schema: unknown
  isReadOnly: boolean
}

/** The edited policy next to the scores of examples. */
export function PolicyEditor({ versions, schema, isReadOnly }: PolicyEditorProps) {
  const [inForce, shipped] = [versions[0], versions.at(-1)] as [RiskPolicyVersion, RiskPolicyVersion]
  const [draft, setDraft] = useState(() => draftOf(inForce.policy))
  // The version that the draft is based on. A newer version is announced but never overwrites the draft.
  const [readVersion, setReadVersion] = useState(inForce.version)
  const policy = policyOf(draft)
  const tried = useTrial(policy)
  const save = useSavePolicy(readVersion, (made) => {
    setReadVersion(made)
    say(text('policy.saved', { version: made }))
  })
  const rest = (version: number) => {
    setReadVersion(version)
    save.reset()
  }
  const load = (version: RiskPolicyVersion) => {
    setDraft(draftOf(version.policy))
    rest(inForce.version)
  }
  const change = (patch: Partial<Draft>) => {
    setDraft({ ...draft, ...patch })
    // The last save error no longer applies.
    if (save.isError) save.reset()
  }
  const isWritten = isChanged(draft, inForce.policy)
  const isBlocked = tried.refusal !== null || namedTwice(draft.categories).size > 0
  const editing = {
    draft,
    change,
    faultAt: faultsOf(tried.refusal, save.error),
    schema,
    isReadOnly,
  }
  return (
    <>
      {readVersion < inForce.version && (
        <Notice
          kind="warning"
          title={text('policy.meanwhile', { version: inForce.version, by: inForce.created_by })}
          action={
            <FormActions>
              <Button onPress={() => load(inForce)}>{text('policy.loadNewest')}</Button>
              <Button onPress={() => rest(inForce.version)}>{text('policy.keepWritten')}</Button>
            </FormActions>
          }
        >
          {text('policy.meanwhileWords')}
        </Notice>
      )}
      <div className={styles.columns}>
        <PolicyForm
          editing={editing}
          error={save.error}
          onSubmit={() => {
            if (isWritten && !isBlocked && !isReadOnly) save.mutate(policy)
          }}
          actions={
            !isReadOnly && (
              <PolicyActions
                isChanged={isWritten}
                isBlocked={isBlocked}
                isPending={save.isPending}
                movedExamples={movedOf(tried.asked.data)}
                onUndo={() => load(inForce)}
                onShipped={() => load(shipped)}
              />
            )
          }
        />
        <div className={styles.beside}>
          <TrialPanel tried={tried} draft={draft} isReadOnly={isReadOnly} />
        </div>
      </div>
      <VersionList versions={versions} onLoad={isReadOnly ? undefined : load} />
    </>
  )
}
