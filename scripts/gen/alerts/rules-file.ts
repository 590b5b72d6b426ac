import { alertName, alertRules } from './alert-rules.ts'

/** Where the package puts them. */
const RUNBOOKS = '/usr/share/doc/watchpost/runbooks'

/** `deploy/prometheus/watchpost-alerts.yml`: the rules in Prometheus's format. */
export function rulesFile(): string {
  const rules = alertRules.map((rule) => {
    const { slug, expr, severity, summary } = rule
    return `      - alert: ${alertName(rule)}
        expr: ${quoted(expr)}
        for: ${rule.for}
        labels:
          severity: ${severity}
        annotations:
          summary: ${quoted(summary)}
          runbook: ${RUNBOOKS}/${slug}.md
`
  })
  return `# Written by \`pnpm gen\` from scripts/gen/alerts/alert-rules.ts: change it there.
groups:
  - name: watchpost
    rules:
${rules.join('')}`
}

/** JSON strings are valid YAML. If the text contains double quotes, single quotes around it are easier to read. */
function quoted(text: string): string {
  return text.includes('"') ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text)
}
