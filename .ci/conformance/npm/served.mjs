// Runs `interleave serve` for the tests of one file, and says where what listens.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { after } from "node:test";

// serve starts the program that INTERLEAVE names. It ends with the tests of the file. Under `interleave watch` it runs
// already, and INTERLEAVE_PORTS says where.
export async function serve() {
  if (process.env.INTERLEAVE_PORTS) return watched(JSON.parse(process.env.INTERLEAVE_PORTS), process.env.AZURE_STORAGE_KEY);
  const program = process.env.INTERLEAVE;
  if (!program) throw new Error("INTERLEAVE names no program to be tested");
  const all = ["blob", "queue", "table", "file", "s3", "redis"].flatMap((name) => [`--${name}`, ":0"]);
  const child = spawn(program, ["serve", "-json", ...all], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const [first] = await once(lines, "line");
  lines.resume();
  after(() => child.kill("SIGTERM"));
  return JSON.parse(first);
}

// watched says where the services are that a run is watched at.
function watched(ports, key) {
  const at = { accounts: {} };
  for (const [name, port] of Object.entries(ports)) at[name] = `${name === "redis" ? "redis" : "http"}://127.0.0.1:${port}`;
  for (const name of ["devstoreaccount1", "app", "ana", "ben", "cem"]) at.accounts[name] = key;
  return at;
}

// connection is what Azure's libraries take, for an account.
export function connection(served, account = "devstoreaccount1") {
  return `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${served.accounts[account]};` +
    `BlobEndpoint=${served.blob}/${account};QueueEndpoint=${served.queue}/${account};` +
    `TableEndpoint=${served.table}/${account};`;
}

// refused is what assert.rejects wants of an error of a service.
export const refused = (status, code) => (err) => {
  const have = err.statusCode ?? err.$metadata?.httpStatusCode;
  const name = err.code ?? err.details?.errorCode ?? err.details?.odataError?.code ?? err.name;
  if (have !== status || code && name !== code && err.name !== code && err.details?.errorCode !== code &&
      err.details?.odataError?.code !== code) {
    throw new Error(`want ${status} ${code}, got ${have} ${name}: ${err.message}`);
  }
  return true;
};
