/** Light or dark: what the reader chose here, or else what their system says. */

export type Theme = "light" | "dark";

const KEY = "tianming-theme";

/** Use the theme that the reader chose before, if they did. */
export function restoreTheme(): void {
  const theme = read();
  if (theme) document.documentElement.dataset.theme = theme;
}

export function changeTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Where a page may keep nothing, the choice holds until it is left.
  }
}

export function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
