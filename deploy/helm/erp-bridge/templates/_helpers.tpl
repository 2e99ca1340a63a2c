{{- define "erp-bridge.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "erp-bridge.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "erp-bridge.selector" -}}
app.kubernetes.io/name: {{ include "erp-bridge.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "erp-bridge.labels" -}}
{{ include "erp-bridge.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "erp-bridge.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "erp-bridge.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "erp-bridge.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- /* Each replica's part of the connections, at least one, for as many replicas as there can be. */ -}}
{{- define "erp-bridge.connections" -}}
{{- $replicas := int .Values.replicaCount -}}
{{- if .Values.autoscaling.enabled -}}{{- $replicas = int .Values.autoscaling.maxReplicas -}}{{- end -}}
{{- if .Values.erp.connectionsLeased -}}{{- $replicas = 1 -}}{{- end -}}
{{- max 1 (div (int .Values.erp.connections) (max 1 $replicas)) -}}
{{- end -}}

{{- /* The port in the address of the ERP, or the one of its scheme. */ -}}
{{- define "erp-bridge.erpPort" -}}
{{- if .Values.erp.systemsFile -}}{{- fail "networkPolicy.erp.ports is required with erp.systemsFile: the ports of all systems" -}}{{- end -}}
{{- if .Values.erp.destination -}}{{- fail "networkPolicy.erp.ports is required with erp.destination: the port of the proxy or of the system" -}}{{- end -}}
{{- $url := urlParse (required "erp.url is required: the base URL of the ERP system, with scheme and port" .Values.erp.url) -}}
{{- $port := regexFind ":[0-9]+$" $url.host | trimPrefix ":" -}}
{{- default (ternary "80" "443" (eq $url.scheme "http")) $port -}}
{{- end -}}

{{- /* "true" where several replicas run and no other value names the key that they share. */ -}}
{{- define "erp-bridge.needsStateKey" -}}
{{- $several := or .Values.autoscaling.enabled (gt (int .Values.replicaCount) 1) -}}
{{- $named := or (hasKey .Values.settings "ERP_STATE_KEY") (hasKey .Values.settings "ERP_STATE_KEY_FILE") -}}
{{- range .Values.extraEnv -}}
{{- if or (eq .name "ERP_STATE_KEY") (eq .name "ERP_STATE_KEY_FILE") -}}{{- $named = true -}}{{- end -}}
{{- end -}}
{{- if and $several (not $named) .Values.secrets.environment -}}true{{- end -}}
{{- end -}}
