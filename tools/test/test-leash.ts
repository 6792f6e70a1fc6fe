// Loaded into every test file's process: when npm test is killed (kill -9), the process exits together with its browser
// and product.

const LOOK_MS = 1_000;
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, LOOK_MS);
timer.unref();
