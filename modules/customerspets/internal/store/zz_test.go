package store
import ("testing";"context";"fmt";"strings";"time";"regexp"
"github.com/google/uuid"
"github.com/petcare/petcare/modules/customerspets"
"github.com/petcare/petcare/platform/testdb"
"github.com/petcare/petcare/platform/outbox"
"github.com/petcare/petcare/platform/plug"
"github.com/petcare/petcare/platform/postgres"
"github.com/petcare/petcare/platform/ids"
)
func TestMain(m *testing.M){ testdb.Main(m, func(ctx context.Context, url string) error { db,err:=postgres.Open(postgres.Options{URL:url}); if err!=nil {return err}; defer db.Close(); _,err=db.Migrate(ctx, []plug.Migrations{outbox.Migrations(),{Module:"c",Files:plug.Sub(customerspets.Files)}}); return err})}
func TestZ(t *testing.T){
 ctx:=t.Context()
 db,_:=postgres.Open(postgres.Options{URL:testdb.URL(),PoolSize:1}); defer db.Close()
 acc:=ids.New(); code:=ids.New(); other:=ids.New()
 ex:=func(q string,a ...any){ t.Helper(); if _,err:=db.Exec(ctx,q,a...);err!=nil{t.Fatal(err)}}
 for _,a:=range []uuid.UUID{acc,other}{
 ex(`insert into customerspets.customers select $1, (lpad(to_hex(i),12,'0')||'7'||substr(md5(i::text),1,3)||'8'||substr(md5(i::text),4,15))::uuid, 'A','Family'||i%5000,null,'mail'||i||'@example.com', jsonb_build_array(jsonb_build_object('type','mobile','number','+4477'||lpad(i::text,8,'0'),'primary',true)),'null',(array['active','active','active','inactive','blocked'])[1+i%5],null,'[]','null','{}','[]','[]',repeat('x',300),'{}','X-'||i,false,null,null,(array['ann','zoe','tom','amara','lee'])[1+i%5]||' family'||i%5000||' mail'||i||'@example.com 4477'||lpad(i::text,8,'0')||' 077'||lpad(i::text,8,'0'),now(),now()-(i*7919%100000)*interval '1 second',1 from generate_series(1,100000) i`,a)
 ex(`insert into customerspets.customer_colour_codes select account_id,$2,id from customerspets.customers where account_id=$1 and external_id like '%7'`,a,code)
 ex(`insert into customerspets.pets select $1, gen_random_uuid(), id,'Rex','dog',('["'||$2::text||'"]')::jsonb,'[]',null,'male','no',null,null,'active',null,null,'null',null,null,null,null,'null',null,null,null,null,null,null,null,'[]','[]','{}',null,now(),now(),1 from customerspets.customers, generate_series(1,2) where account_id=$1 and ($3 or true)`,a,ids.New(), true)
 }
 ex("vacuum analyze customerspets.customers"); ex("vacuum analyze customerspets.pets"); ex("vacuum analyze customerspets.customer_colour_codes")
 h:=time.Now().Add(-time.Hour); d:=time.Now().Add(-26*time.Hour); mid:=time.Now().Add(-3*time.Minute)
 var midID uuid.UUID
 db.Row(ctx,"select id from customerspets.customers where account_id=$1 and external_id='X-50000'",acc).Scan(&midID)
 type F = customerspets.CustomerFilter
 w:=customerspets.SearchWords
 re:=regexp.MustCompile(`Execution Time: ([0-9.]+)`)
 for _,c:=range []struct{n string; f F; deep bool}{{"none",F{},false},{"none deep",F{},true},{"status",F{Status:"blocked"},true},{"email",F{Email:"MAIL777@example.com"},false},{"phone",F{Phone:"+447700012345"},false},{"code",F{ColourCode:code},true},{"code+status",F{ColourCode:code,Status:"blocked"},true},{"external",F{ExternalID:"X-5"},false},{"since 1h(3.6%)",F{UpdatedSince:&h},false},{"since all",F{UpdatedSince:&d},true},{"since 3min",F{UpdatedSince:&mid},true},{"rare",F{Words:w("family77 mail77")},false},{"20%",F{Words:w("amara")},true},{"zo",F{Words:w("zo")},false},{"qx",F{Words:w("qx")},false},{"digits",F{Words:w("07700012345")},false},{"nobody",F{Words:w("zzzyyy")},false},{"status+since",F{Status:"blocked",UpdatedSince:&h},false}}{
  for _,mode:=range []string{"force_custom_plan","force_generic_plan"}{
  q:=customerQuery(acc,c.f); if c.deep { q.where(q.id+" < "+q.arg(midID)) }
  st:=q.page(c.f.UpdatedSince!=nil,51)
  ex("set plan_cache_mode="+mode)
  var out []string
  lits:=make([]string,len(q.args)); for i,a:=range q.args { switch v:=a.(type){case uuid.UUID: lits[i]="'"+v.String()+"'"; case int: lits[i]=fmt.Sprint(v); case time.Time: lits[i]="'"+v.Format(time.RFC3339Nano)+"'"; default: lits[i]="'"+strings.ReplaceAll(fmt.Sprint(v),"'","''")+"'"}}
  _, _ = db.Exec(ctx, "deallocate zz")
  types:=make([]string,len(q.args)); for i,a:=range q.args { switch a.(type){case uuid.UUID:types[i]="uuid";case int:types[i]="bigint";case time.Time:types[i]="timestamptz";default:types[i]="text"}}
  ex("prepare zz("+strings.Join(types,",")+") as "+st)
  for range 2 { out=nil; err:=db.Rows(ctx,func(r postgres.Scanner) error{var l string; r.Scan(&l); out=append(out,l); return nil},"explain (analyze, buffers, costs off) execute zz("+strings.Join(lits,",")+")"); if err!=nil {t.Fatal(err)} }
  all:=strings.Join(out,"\n")
  fmt.Println("=====",c.n,mode,re.FindString(all)); if mode=="force_custom_plan" || strings.HasPrefix(c.n,"since")||c.n=="qx"||c.n=="rare" { for _,l:=range out { if strings.Contains(l,"->")||strings.Contains(l,"Rows Removed")||strings.Contains(l,"Buffers") { fmt.Println(l) } } }
 }}
 var cust uuid.UUID; db.Row(ctx,"select customer_id from customerspets.pets where account_id=$1 limit 1",acc).Scan(&cust)
 db.Rows(ctx,func(r postgres.Scanner) error{var l string; r.Scan(&l); fmt.Println(l); return nil},"explain (analyze, buffers, costs off) select * from customerspets.pets p where account_id='"+acc.String()+"' and customer_id='"+cust.String()+"' and status='active' order by id desc limit 51")
}
