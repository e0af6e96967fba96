import { useSyncExternalStore } from 'react';
import { currentOwner } from '#app/api/session.ts';
import { onCallsChange, readCalls } from '#app/calls/unanswered-calls.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';

const Note = optionalComponent(async () => (await import('./unanswered-note.tsx')).UnansweredNote);

const hasCalls = () => {
  const owner = currentOwner();
  return owner !== undefined && readCalls(owner).length > 0;
};

let wasSeen = false;
const isWanted = () => {
  wasSeen ||= hasCalls();
  return wasSeen;
};

/** Loads what tells the outcome of calls with the first one that has no answer yet. */
export function UnansweredCalls() {
  const wanted = useSyncExternalStore(onCallsChange, isWanted);
  return wanted ? <Note /> : null;
}
