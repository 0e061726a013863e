// Hands diagrams to Mermaid itself: files that end in .mmd, and every block called mermaid in files that end in .md.
import { readFileSync } from 'node:fs';
import mermaid from 'mermaid';

const fence = /^(`{3,})mermaid\n([\s\S]*?)^\1$/gm;
let read = 0;
let wrong = 0;

async function check(name, text) {
  read++;
  try {
    const found = await mermaid.parse(text);
    if (found.diagramType !== 'sequence') {
      throw new Error(`this is a ${found.diagramType}`);
    }
  } catch (why) {
    wrong++;
    console.error(`${name}: ${why.message}`);
  }
}

for (const name of process.argv.slice(2)) {
  const text = readFileSync(name, 'utf8');
  if (name.endsWith('.mmd')) {
    await check(name, text);
    continue;
  }
  for (const block of text.matchAll(fence)) {
    await check(name, block[2]);
  }
}
// The parser must be able to say no.
const broken = await mermaid.parse('sequenceDiagram\n  a->>: no one\n').then(() => true, () => false);
console.log(`${read} diagrams read by Mermaid, ${wrong} refused`);
process.exit(wrong > 0 || read === 0 || broken ? 1 : 0);
