// Loaded by `node --import` into each process of the product that a command starts. When the command is killed (kill
// -9), the process shuts down cleanly and releases its port.

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
