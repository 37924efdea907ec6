package petcarecmd

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/rs/zerolog"
	"go.uber.org/fx"
	"gopkg.in/yaml.v3"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/testkit"
)

// deployed returns the text of a file in the folder deployments.
func deployed(t *testing.T, file string) string {
	t.Helper()
	return string(testkit.Must[[]byte](t)(os.ReadFile(filepath.Join("../deployments", file))))
}

// document parses a YAML file of the folder deployments, and fails if a key is given twice.
func document(t *testing.T, file string) (d map[string]any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(deployed(t, file)), &d); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return d
}

// manifests are the files of the folder deployments/kubernetes.
func manifests(t *testing.T) map[string]map[string]any {
	t.Helper()
	all := map[string]map[string]any{}
	for _, path := range testkit.Must[[]string](t)(filepath.Glob("../deployments/kubernetes/*.yaml")) {
		all[filepath.Base(path)] = document(t, "kubernetes/"+filepath.Base(path))
	}
	return all
}

// under returns what a key has anywhere in a document, as text.
func under(d any, key string) (found []string) {
	switch d := d.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(d)) {
			if k == key {
				found = append(found, fmt.Sprint(d[k]))
			}
			found = append(found, under(d[k], key)...)
		}
	case []any:
		for _, v := range d {
			found = append(found, under(v, key)...)
		}
	}
	return found
}

// group returns what the first group of a pattern has matched in a file.
func group(t *testing.T, file, pattern string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(deployed(t, file))
	if found == nil {
		t.Fatalf("%s has no %s", file, pattern)
	}
	return found[1]
}

// span is a duration of a file, whether it has a unit or counts seconds.
func span(t *testing.T, text string) time.Duration {
	t.Helper()
	if !strings.ContainsAny(text, "smh") {
		text += "s"
	}
	return testkit.Must[time.Duration](t)(time.ParseDuration(text))
}

func TestDeploymentDashboardIsComplete(t *testing.T) {
	t.Parallel()
	var dashboard struct {
		UID    string
		Panels []struct {
			ID      int
			Type    string
			Targets []struct{ Expr, RefID string }
		}
	}
	if err := json.Unmarshal([]byte(deployed(t, "grafana-dashboard.json")), &dashboard); err != nil || dashboard.UID != "petcare" {
		t.Fatalf("%q, %v", dashboard.UID, err)
	}
	seen := map[int]bool{}
	for _, p := range dashboard.Panels {
		if seen[p.ID] || p.Type != "row" && len(p.Targets) == 0 {
			t.Errorf("panel %d is there twice, or empty", p.ID)
		}
		seen[p.ID] = true
		for _, target := range p.Targets {
			if target.Expr == "" || strings.Count(target.Expr, "(") != strings.Count(target.Expr, ")") {
				t.Errorf("panel %d: %q", p.ID, target.Expr)
			}
		}
	}
}

var settingName = regexp.MustCompile(`\bPETCARE_[A-Z][A-Z_]*\b`)

func TestDeploymentFilesNameSettingsThatExist(t *testing.T) {
	t.Parallel()
	known := config.Names()
	files := testkit.Must[[]string](t)(filepath.Glob("../deployments/kubernetes/*.yaml"))
	for _, file := range append(files, "../deployments/Dockerfile", "../deployments/compose.yaml", "../deployments/petcare.service",
		"../deployments/Caddyfile", "../deployments/prometheus-alerts.yaml") {
		for _, name := range settingName.FindAllString(string(testkit.Must[[]byte](t)(os.ReadFile(file))), -1) {
			if !slices.Contains(known, strings.TrimPrefix(name, "PETCARE_")) {
				t.Errorf("%s names %s, which is not a setting", file, name)
			}
		}
	}
}

// container returns the settings of an image with those of one deployment.
func container(t *testing.T, more map[string]any) config.Config {
	t.Helper()
	environ := strings.Fields(group(t, "Dockerfile", `\nENV (PETCARE_.*)`))
	for name, value := range more {
		if text := fmt.Sprint(value); strings.HasPrefix(name, "PETCARE_") && !strings.Contains(text, "${") && !strings.Contains(text, "BASE64") {
			environ = append(environ, name+"="+text)
		}
	}
	return testkit.Must[config.Config](t)(config.Load("", environ, nil))
}

func TestDeploymentOnKubernetesAgreesWithTheImage(t *testing.T) {
	t.Parallel()
	all := manifests(t)
	deployment, job, kustomization := all["deployment.yaml"], all["migrate-job.yaml"], all["kustomization.yaml"]
	c := container(t, all["configmap.yaml"]["data"].(map[string]any))
	container(t, all["secret.example.yaml"]["stringData"].(map[string]any))

	resources := kustomization["resources"].([]any)
	for file, d := range all {
		if d["apiVersion"] == nil || d["kind"] == nil {
			t.Errorf("%s is no object", file)
		}
		besides := slices.Contains([]string{"kustomization.yaml", "migrate-job.yaml", "secret.example.yaml"}, file)
		if slices.Contains(resources, any(file)) == besides {
			t.Errorf("%s is a resource of the kustomization: %t", file, besides)
		}
		if n := under(d["metadata"], "namespace"); !besides && file != "namespace.yaml" && !slices.Equal(n, []string{"petcare"}) {
			t.Errorf("%s is in the namespace %q", file, n)
		}
		for _, name := range under(d, "app.kubernetes.io/name") {
			if name != "petcare" && file != "migrate-job.yaml" {
				t.Errorf("%s has the name %s", file, name)
			}
		}
	}
	if len(all) != len(resources)+3 {
		t.Errorf("%d files, %v are resources", len(all), resources)
	}

	_, http, _ := net.SplitHostPort(c.Address)
	_, metrics, _ := net.SplitHostPort(c.MetricsAddress)
	if got := under(deployment, "containerPort"); !slices.Equal(got, []string{http, metrics}) {
		t.Errorf("the ports are %v, the service listens on %s and %s", got, http, metrics)
	}
	if got := under(deployment, "prometheus.io/port"); !slices.Equal(got, []string{metrics}) {
		t.Errorf("Prometheus asks port %v, not %s", got, metrics)
	}
	ports := []string{"http", "metrics"} // as the container names them
	for _, port := range slices.Concat(under(deployment, "port"), under(all["service.yaml"], "targetPort"),
		under(all["networkpolicy.yaml"]["spec"].(map[string]any)["ingress"], "port")) {
		if !slices.Contains(ports, port) {
			t.Errorf("there is no port %s", port)
		}
	}
	user := group(t, "Dockerfile", `\nUSER (\d+):`)
	if got := append(under(deployment, "runAsUser"), under(job, "runAsUser")...); !slices.Equal(got, []string{user, user}) {
		t.Errorf("runs as %v, the image as %s", got, user)
	}
	image := under(kustomization, "newName")[0] + ":" + under(kustomization, "newTag")[0]
	if got := under(job, "image"); !slices.Equal(got, []string{image}) {
		t.Errorf("migrations are of %v, pods of %s", got, image)
	}
	mustParse(t, under(job, "args")[0])

	grace := span(t, under(deployment, "terminationGracePeriodSeconds")[0])
	if wait := span(t, under(deployment, "seconds")[0]); grace <= wait+c.ShutdownTimeout {
		t.Errorf("pods are killed after %s, the stop takes up to %s", grace, wait+c.ShutdownTimeout)
	}
	pods := testkit.Must[int](t)(strconv.Atoi(under(all["horizontalpodautoscaler.yaml"], "maxReplicas")[0]))
	if pods*c.DatabasePool > 100 { // PostgreSQL's max_connections, unless it is changed
		t.Errorf("%d pods of %d connections", pods, c.DatabasePool)
	}
}

// mustParse fails for arguments that are not a command line of petcare. They are as a YAML list prints.
func mustParse(t *testing.T, args string) {
	t.Helper()
	parser := testkit.Must[*kong.Kong](t)(kong.New(&cli{}))
	if _, err := parser.Parse(strings.Fields(strings.Trim(args, "[]"))); err != nil {
		t.Errorf("petcare %s: %v", args, err)
	}
}

func TestDeploymentImageRunsTheProgram(t *testing.T) {
	t.Parallel()
	program := group(t, "Dockerfile", `COPY --from=build /petcare (\S+)`)
	if entry := group(t, "Dockerfile", `\nENTRYPOINT \["([^"]+)"\]`); entry != program {
		t.Errorf("%s runs, the program is %s", entry, program)
	}
	mustParse(t, group(t, "Dockerfile", `\nCMD \["([^"]+)"\]`))
	if _, err := os.Stat("../" + group(t, "Dockerfile", `-o /petcare (\./\S+)`)); err != nil {
		t.Error(err)
	}
	module := string(testkit.Must[[]byte](t)(os.ReadFile("../go.mod")))
	if version := group(t, "Dockerfile", `golang:([\d.]+)`); !strings.Contains(module, "\ngo "+version+".") {
		t.Errorf("the image is built with Go %s", version)
	}
	c := container(t, nil)
	if got, want := group(t, "Dockerfile", `\nEXPOSE (.*)`), strings.Trim(c.Address, ":")+" "+strings.Trim(c.MetricsAddress, ":"); got != want {
		t.Errorf("exposes %s, listens on %s", got, want)
	}
	makefile := string(testkit.Must[[]byte](t)(os.ReadFile("../Makefile")))
	for _, variable := range regexp.MustCompile(`-X (\S+)=`).FindAllStringSubmatch(deployed(t, "Dockerfile"), -1) {
		if !strings.Contains(makefile, "-X "+variable[1]+"=") {
			t.Errorf("%s is set in no other build", variable[1])
		}
	}
}

// serves wires what serve runs, without a database.
func serves(t *testing.T, into any) {
	t.Helper()
	set := &settings{DatabaseURL: new("postgres://nowhere"), DataDir: new(t.TempDir())}
	c := testkit.Must[config.Config](t)(set.load())
	testkit.Must[*fx.App](t)(set.buildServing(testkit.Must[config.Config](t)(withKeys(c)), zerolog.Nop(), into))
}

// All health checks ask the port that is listened on, and paths that answer.
func TestDeploymentHealthChecksAnswer(t *testing.T) {
	t.Parallel()
	var api *httpapi.API
	serves(t, &api)
	server := testkit.Must[*httpapi.Server](t)(httpapi.NewServer(api, func(context.Context) error { return nil }))
	listener := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	server.Start(listener, func(err error) { t.Error(err) })
	defer func() { _ = server.Stop(context.Background()) }()

	paths := under(manifests(t)["deployment.yaml"], "path")
	paths = append(paths, group(t, "Caddyfile", `health_uri (\S+)`))
	for _, file := range []string{"Dockerfile", "compose.yaml"} {
		paths = append(paths, group(t, file, `"http://127.0.0.1`+container(t, nil).Address+`([^"]+)"`))
	}
	if len(paths) != 6 {
		t.Errorf("the health checks ask for %v", paths)
	}
	for _, path := range paths {
		response := testkit.Must[*http.Response](t)(http.Get("http://" + listener.Addr().String() + path))
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", path, response.Status)
		}
	}
}

// The image has a root that cannot be written and no /tmp of its own; importing a table needs one.
func TestDeploymentHasAFolderForTemporaryFiles(t *testing.T) {
	t.Parallel()
	if got := under(document(t, "kubernetes/deployment.yaml"), "mountPath"); !slices.Equal(got, []string{"/tmp"}) {
		t.Errorf("the pod has %q", got)
	}
	services := document(t, "compose.yaml")["services"].(map[string]any)
	for _, name := range []string{"petcare-1", "petcare-2"} {
		if got := under(services[name], "tmpfs"); len(got) != 1 || !strings.HasPrefix(got[0], "[/tmp:size=") {
			t.Errorf("%s has %q", name, got)
		}
	}
}

func TestDeploymentWithComposeIsConsistent(t *testing.T) {
	t.Parallel()
	d := document(t, "compose.yaml")
	services, shared := d["services"].(map[string]any), d["x-petcare"].(map[string]any)
	c := container(t, shared["environment"].(map[string]any))
	for name, service := range services {
		s := service.(map[string]any)
		if s["image"] == nil {
			t.Errorf("%s has no image", name)
		}
		for used := range strings.SplitSeq(strings.Trim(strings.Join(under(s, "networks"), " "), "[]"), " ") {
			if _, ok := d["networks"].(map[string]any)[used]; !ok {
				t.Errorf("%s is in the network %q, which does not exist", name, used)
			}
		}
		needs, _ := s["depends_on"].(map[string]any)
		for other := range needs {
			if _, ok := services[other].(map[string]any)["healthcheck"]; !ok {
				t.Errorf("%s waits for %s, which has no health check", name, other)
			}
		}
	}
	for upstream := range strings.FieldsSeq(group(t, "Caddyfile", `reverse_proxy (.*) \{`)) {
		name, port, _ := strings.Cut(upstream, ":")
		if services[name] == nil || ":"+port != c.Address {
			t.Errorf("the proxy sends requests to %s", upstream)
		}
	}
	if span(t, shared["stop_grace_period"].(string)) <= c.ShutdownTimeout {
		t.Errorf("replicas are killed before they have stopped, which takes up to %s", c.ShutdownTimeout)
	}
	if wait := span(t, group(t, "Caddyfile", `response_header_timeout (\S+)`)); wait <= c.RequestTimeout {
		t.Errorf("the proxy gives up after %s", wait)
	}
}

func TestDeploymentWithSystemdStartsWhatWasInstalled(t *testing.T) {
	t.Parallel()
	const unit = "petcare.service"
	program, args, _ := strings.Cut(group(t, unit, `\nExecStart=(.*)`), " ")
	if installed := group(t, unit, `install -m 755 bin/petcare (\S+)`); program != installed {
		t.Errorf("%s runs, %s is installed", program, installed)
	}
	mustParse(t, args)
	if file := group(t, unit, `configs/production.yaml (\S+)`); !strings.HasSuffix(args, "--config "+file) {
		t.Errorf("%s is read, %s is installed", args, file)
	}
	if file := group(t, unit, `install -m 600 /dev/null (\S+)`); file != group(t, unit, `\nEnvironmentFile=(.*)`) {
		t.Errorf("the file of the environment is %s", file)
	}
	if state := "/var/lib/" + group(t, unit, `\nStateDirectory=(.*)`); state != group(t, unit, `\nEnvironment=PETCARE_DATA_DIR=(.*)`) {
		t.Errorf("the data folder is not %s, the only one that can be written", state)
	}
	c := testkit.Must[config.Config](t)(config.Load("../configs/production.yaml", nil, nil))
	if stop := span(t, group(t, unit, `\nTimeoutStopSec=(.*)`)); stop <= c.ShutdownTimeout {
		t.Errorf("the service is killed after %s", stop)
	}

	verify, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	text := strings.Replace(deployed(t, unit), "ExecStart="+program, "ExecStart="+verify, 1) // petcare is not installed here
	file := filepath.Join(t.TempDir(), unit)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	// It ends with 0 also when it does not know a key.
	if out, err := exec.Command(verify, "verify", "--man=no", file).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}
