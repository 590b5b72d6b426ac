{{- /* The settings of every service as lines of env. */ -}}
{{- define "watchpost.settings" -}}
{{- $name := include "watchpost.name" . -}}
{{- $ports := include "watchpost.ports" . | fromYaml -}}
{{- $settings := dict
  "WATCHPOST_STORE_PASSWORD_FILE" "/etc/watchpost/{service}/store-password"
  "WATCHPOST_LOG_CA_FILE" "/etc/watchpost/shared/log-ca.pem"
  "WATCHPOST_LOG_PASSWORD_FILE" "/etc/watchpost/{service}/log-password"
  "WATCHPOST_SECRETS_KEY_FILE" "/etc/watchpost/keys/sealing-keys.json"
  "WATCHPOST_API_HOST" "0.0.0.0"
  "WATCHPOST_API_SUPERVISOR" (printf "http://%s-console:8445" $name)
  "WATCHPOST_GATEWAY_HOST" "0.0.0.0"
  "WATCHPOST_EXPORTER_SUPERVISOR" (printf "http://%s-console:8445" $name)
  "WATCHPOST_APPLIANCE_SERVICES_BY" "containers"
  "WATCHPOST_APPLIANCE_SERVICE_HOSTS" (printf "%s-*" $name)
  "WATCHPOST_APPLIANCE_TLS_NAMES" (join "," (concat .Values.names (list (printf "%s-gateway" $name) (printf "%s-api" $name) "localhost" "127.0.0.1")))
-}}
{{- if .Values.postgresql.bundled }}
{{- $_ := set $settings "WATCHPOST_STORE_URL" (printf "postgres://watchpost_{service}@%s-store:5432/watchpost" $name) }}
{{- else }}
{{- $_ := set $settings "WATCHPOST_STORE_URL" .Values.postgresql.external.url }}
{{- end }}
{{- if .Values.kafka.bundled }}
{{- $_ := set $settings "WATCHPOST_LOG_BROKERS" (printf "%s-log:9092" $name) }}
{{- $_ := set $settings "WATCHPOST_LOG_USERNAME" "watchpost-{service}" }}
{{- else }}
{{- $_ := set $settings "WATCHPOST_LOG_BROKERS" (join "," .Values.kafka.external.brokers) }}
{{- $_ := set $settings "WATCHPOST_LOG_USERNAME" .Values.kafka.external.username }}
{{- $_ := set $settings "WATCHPOST_LOG_REPLICATION" (toString .Values.kafka.external.replication) }}
{{- end }}
{{- if .Values.opensearch.bundled }}
{{- $_ := set $settings "WATCHPOST_ENGINE_NODES" (printf "http://%s-engine:9200" $name) }}
{{- else }}
{{- with .Values.opensearch.external }}
{{- $_ := set $settings "WATCHPOST_ENGINE_NODES" (join "," .nodes) }}
{{- if .username }}
{{- $_ := set $settings "WATCHPOST_ENGINE_USERNAME" .username }}
{{- $_ := set $settings "WATCHPOST_ENGINE_PASSWORD_FILE" "/etc/watchpost/{service}/engine-password" }}
{{- end }}
{{- if .caSecret }}
{{- $_ := set $settings "WATCHPOST_ENGINE_CA_FILE" "/etc/watchpost/engine-ca/ca.crt" }}
{{- end }}
{{- $_ := set $settings "WATCHPOST_ENGINE_SHARDS" (toString .shards) }}
{{- $_ := set $settings "WATCHPOST_ENGINE_REPLICAS" (toString .replicas) }}
{{- end }}
{{- end }}
{{- range $key, $value := merge (dict) .Values.settings $settings }}
- name: {{ $key }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- /* Folders of files that a service may read, as volumes: (dict "root" $ "service" "gateway"). */ -}}
{{- define "watchpost.fileVolumes" -}}
{{- $values := .root.Values -}}
{{- range include "watchpost.folders" . | fromYamlArray }}
- name: {{ .name }}
  secret:
    secretName: {{ .secret }}
    defaultMode: 0440
    items:
      {{- range $key, $path := .items }}
      - { key: {{ $key }}, path: {{ $path }} }
      {{- end }}
{{- end }}
{{- end }}

{{- define "watchpost.fileMounts" -}}
{{- range include "watchpost.folders" . | fromYamlArray }}
- { name: {{ .name }}, mountPath: /etc/watchpost/{{ .folder }}, readOnly: true }
{{- end }}
{{- end }}

{{- define "watchpost.folders" -}}
{{- $values := .root.Values -}}
{{- $secret := include "watchpost.secret" .root -}}
{{- $service := .service | eq "init" | ternary "console" .service -}}
{{- $usesEngine := has $service (list "indexer" "clusters" "api" "console") -}}
- name: passwords
  folder: {{ $service }}
  secret: {{ $secret }}
  items:
    {{ $service }}-store: store-password
    {{ $service }}-log: log-password
    {{- if and $usesEngine (not $values.opensearch.bundled) $values.opensearch.external.username }}
    {{ $service }}-engine: engine-password
    {{- end }}
- name: log-ca
  folder: shared
  secret: {{ include "watchpost.logCertificate" .root }}
  items: { ca.crt: log-ca.pem }
{{- if has .service (list "gateway" "exporter" "api" "console" "init") }}
- name: keys
  folder: keys
  secret: {{ $secret }}
  items: { sealing-keys.json: sealing-keys.json }
{{- end }}
{{- if eq .service "init" }}
- name: owner
  folder: owner
  secret: {{ $secret }}
  items: { owner-store: store-password, owner-log: log-password }
{{- end }}
{{- if and (not $values.postgresql.bundled) $values.postgresql.external.caSecret }}
- name: store-ca
  folder: store-ca
  secret: {{ $values.postgresql.external.caSecret }}
  items: { ca.crt: ca.crt }
{{- end }}
{{- if and $usesEngine (not $values.opensearch.bundled) $values.opensearch.external.caSecret }}
- name: engine-ca
  folder: engine-ca
  secret: {{ $values.opensearch.external.caSecret }}
  items: { ca.crt: ca.crt }
{{- end }}
{{- end }}
