/** The mark alone, as index.html shows it before the program is there. */
export function FirstPaint() {
  return (
    <div className="first-paint">
      <img src="/logo.svg" width={56} height={56} alt="Branch Desk is loading" />
    </div>
  );
}
