import { messages } from './start-texts.en.ts';

/** Renders the logo alone, as index.html does before the app has loaded. */
export function FirstPaint() {
  return (
    <div className="first-paint">
      <img src="/logo.svg" width={56} height={56} alt={messages.loading} />
    </div>
  );
}
