// scrolltrace recorder for ScrollViewer (WinUI 3 and WPF, C#)
// Use: add this file to the app; `recorder = new ScrollRecorder(scrollViewer, scrollViewer.XamlRoot.RasterizationScale)` in its Loaded
//   handler, recorder.Dispose() at the end. For WPF replace the namespace Microsoft.UI.Xaml by System.Windows, and the scale by that of
//   VisualTreeHelper.GetDpi(scrollViewer).
// File: scroll-….ndjson in the temporary folder (%TEMP%); its path is in the debugger's output. Every frame is written as it is over.
//   Then: scrollfit fit PATH
// Clock: t is RenderingEventArgs.RenderingTime of CompositionTarget.Rendering. The compositor moves the content ahead of it: offsets are
//   those that the program sees, late by a frame or more. Neither the bounce beyond an edge nor touches are
//   shown. A ScrollViewer has no insets.
// Checked: type-checked with Mono's C# compiler against stubs of the declarations used; untested on Windows.
using System;
using System.Diagnostics;
using System.IO;
using Microsoft.UI.Xaml.Controls;
using Microsoft.UI.Xaml.Media;
using static System.FormattableString;

public sealed class ScrollRecorder : IDisposable
{
    readonly ScrollViewer view;
    readonly double scale;
    readonly StreamWriter file;
    string layout = "";

    public ScrollRecorder(ScrollViewer view, double scale = 1)
    {
        this.view = view;
        this.scale = scale;
        var path = Path.Combine(Path.GetTempPath(), $"scroll-{DateTimeOffset.UtcNow.ToUnixTimeSeconds()}.ndjson");
        file = new StreamWriter(path) { AutoFlush = true };
        Debug.WriteLine($"scrolltrace: recording to {path}");
        CompositionTarget.Rendering += Frame;
    }

    // Invariant: numbers have decimal points whatever the language of the system is.
    void Frame(object sender, object arguments)
    {
        var time = ((RenderingEventArgs)arguments).RenderingTime.TotalSeconds;
        var sizes = Invariant($@"""viewport"":{{""width"":{view.ViewportWidth:R},""height"":{view.ViewportHeight:R}")
            + Invariant($@"}},""contentSize"":{{""width"":{view.ExtentWidth:R},""height"":{view.ExtentHeight:R}") + "}}\n";
        var header = Invariant($@"{{""format"":""scrolltrace"",""version"":1,""device"":""{Environment.MachineName}"",")
            + Invariant($@"""os"":""{Environment.OSVersion}"",""scale"":{scale:R},");
        // The layout is in the header, and in an event where it changes.
        if (sizes != layout) file.Write((layout == "" ? header : Invariant($@"{{""t"":{time:R},""event"":""layout"",")) + sizes);
        layout = sizes;
        file.Write(Invariant($@"{{""t"":{time:R},""x"":{view.HorizontalOffset:R},""y"":{view.VerticalOffset:R}") + "}\n");
    }

    public void Dispose()
    {
        CompositionTarget.Rendering -= Frame;
        file.Dispose();
    }
}
