// The audio of a page as the browser reports it: its contexts and its nodes. A sound is a few new nodes.

import type { CDPSession, Page } from 'playwright-core';

import { pollUntil } from '#testing/product/until';

export type Audio = {
  readonly devtools: CDPSession;
  /** The contexts and their states. */
  readonly states: Map<string, string>;
  /** All created nodes, and the live ones. */
  readonly created: Set<string>;
  readonly live: Set<string>;
};

/** Records the audio of a page from now on. */
export async function recordAudio(of: Page): Promise<Audio> {
  const devtools = await of.context().newCDPSession(of);
  const audio: Audio = { devtools, states: new Map(), created: new Set(), live: new Set() };
  const record = ({ context }: { context: { contextId: string; contextState: string } }): void => {
    audio.states.set(context.contextId, context.contextState);
  };
  devtools.on('WebAudio.contextCreated', record);
  devtools.on('WebAudio.contextChanged', record);
  devtools.on('WebAudio.audioNodeCreated', ({ node }) => void audio.created.add(node.nodeId).size);
  devtools.on('WebAudio.audioNodeCreated', ({ node }) => void audio.live.add(node.nodeId).size);
  devtools.on('WebAudio.audioNodeWillBeDestroyed', ({ nodeId }) => void audio.live.delete(nodeId));
  await devtools.send('WebAudio.enable');
  return audio;
}

/** Waits until the contexts have these states, in the order of their creation. */
export async function untilAudioStates({ states }: Audio, ...wanted: readonly string[]): Promise<void> {
  const describeStates = (): string => [...states.values()].join(' ');
  await pollUntil(() => describeStates() === wanted.join(' '), {
    message: `the sound did not become ${wanted.join(' ')}`,
  });
}
