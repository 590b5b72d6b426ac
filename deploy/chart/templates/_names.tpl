{{- define "watchpost.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "watchpost.secret" -}}
{{ .Values.secrets.existing | default (printf "%s-secrets" (include "watchpost.name" .)) }}
{{- end }}

{{- /* The Secret with ca.crt of Kafka. */ -}}
{{- define "watchpost.logCertificate" -}}
{{- if .Values.kafka.bundled -}}
{{ .Values.kafka.certificateSecret | default (printf "%s-log-certificate" (include "watchpost.name" .)) }}
{{- else -}}
{{ .Values.kafka.external.caSecret }}
{{- end -}}
{{- end }}

{{- /* image: (list $ "watchpost-log") */ -}}
{{- define "watchpost.image" -}}
{{- $root := index . 0 -}}
image: {{ printf "%s/%s:%s" $root.Values.image.registry (index . 1) ($root.Values.image.tag | default $root.Chart.AppVersion) }}
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
{{- end }}

{{- /* labels: (list $ "gateway") */ -}}
{{- define "watchpost.selector" -}}
app.kubernetes.io/name: watchpost
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "watchpost.labels" -}}
{{ include "watchpost.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
{{- end }}

{{- /* Internal ports of the services. */ -}}
{{- define "watchpost.ports" -}}
console: 8445
gateway: 8446
indexer: 8447
clusters: 8448
exporter: 8449
api: 8450
{{- end }}
